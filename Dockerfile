FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 UV_COMPILE_BYTECODE=1 UV_NO_CACHE=1

WORKDIR /app
COPY pyproject.toml README.md ./
# The pinned versions alone, without what tests and benchmarks need.
RUN pip install --no-cache-dir uv==0.13.9 && uv sync --no-default-groups

COPY bot ./bot
RUN useradd --system --no-create-home deberts && mkdir /data && chown deberts /data
USER deberts
ENV DATABASE_PATH=/data/deberts.sqlite3 PATH=/app/.venv/bin:$PATH
VOLUME /data

# SIGTERM stops the bot within five seconds, well before Docker would kill it.
CMD ["python", "-m", "bot", "run"]
