from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox import ApiError, Entity, Text
from bot.sandbox.html_text import utf16_length
from bot.sandbox.markup import commands_and_mentions, parse_text


def html(text: str) -> Text:
    return parse_text(text, "HTML", user=lambda user_id: {"id": user_id} if user_id == 7 else None)


def spans(text: str) -> list[tuple[str, int, int]]:
    return [(entity.type, entity.offset, entity.length) for entity in html(text).entities]


@pytest.mark.parametrize(
    ("text", "plain", "entities"),
    [
        ("<b>a</b>", "a", [("bold", 0, 1)]),
        ("<strong>a</strong><em>b</em>", "ab", [("bold", 0, 1), ("italic", 1, 1)]),
        ("<i>и</i><u>п</u><s>з</s>", "ипз", [("italic", 0, 1), ("underline", 1, 1), ("strikethrough", 2, 1)]),
        ("🂡 <b>🃏</b>!", "🂡 🃏!", [("bold", 3, 2)]),
        ("♠️<code>К</code>", "♠️К", [("code", 2, 1)]),
        ("<pre>a\nb</pre>", "a\nb", [("pre", 0, 3)]),
        ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [("spoiler", 0, 1)]),
        ("<b>a <i>b</i></b>", "a b", [("bold", 0, 3), ("italic", 2, 1)]),
        ("<B>a</>", "a", [("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("&lt;b&gt; &amp; &quot;&#9824;&#x2660;", '<b> & "♠♠', []),
        ("&nbsp; &unknown; & &#0;", "&nbsp; &unknown; & &#0;", []),
        ("  \n <b>a</b> \n ", "a", [("bold", 0, 1)]),
        ("  <b> a </b> ", " a", [("bold", 0, 2)]),
        ("\u202eзлой\r\n\x00b", "злой\n b", []),
        ('<tg-emoji emoji-id="5">👍</tg-emoji>', "👍", []),
        ("5 > 3", "5 > 3", []),
    ],
)
def test_html(text: str, plain: str, entities: list[tuple[str, int, int]]) -> None:
    assert html(text).plain == plain
    assert spans(text) == entities


def test_links() -> None:
    assert html('<a href="https://t.me/x?a=1&amp;b=2">a</a>').entities == (
        Entity("text_link", 0, 1, url="https://t.me/x?a=1&b=2"),
    )
    assert html("<a href='t.me/x'>a</a>").entities[0].url == "http://t.me/x"
    assert html("<a>t.me/x</a>").entities[0].url == "http://t.me/x"
    assert html('<a href="https://t.me/x?a=1&b=2">a</a>').entities[0].url == "https://t.me/x?a=1&b=2"
    assert html('<a href="junk">a</a>').entities == ()
    assert html('<a href="tg://user?id=7">a</a>').entities[0].to_json() == {
        "type": "text_mention",
        "offset": 0,
        "length": 1,
        "user": {"id": 7},
    }
    assert html('<a href="tg://user?id=8">a</a>').entities == ()


@pytest.mark.parametrize(
    "text",
    [
        '<pre><code class="language-python">a</code></pre>',
        '<code class="language-python"><pre>a</pre></code>',
    ],
)
def test_a_language_makes_one_entity(text: str) -> None:
    assert html(text).entities == (Entity("pre", 0, 1, language="python"),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a <b>b", 'Can\'t find end tag corresponding to start tag "b"'),
        ("ы</b>", "Unexpected end tag at byte offset 2"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("♠ <h1>x</h1>", 'Unsupported start tag "h1" at byte offset 4'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b ", "Unclosed start tag at byte offset 0"),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a =x>x</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>x</a>", "Unexpected end of name token at byte offset 8"),
        (
            "&#xd83c;",
            "Text contains invalid Unicode characters after decoding HTML entities,"
            " check for unmatched surrogate code units",
        ),
    ],
)
def test_mistakes_in_html(text: str, why: str) -> None:
    with pytest.raises(ApiError) as refused:
        html(text)
    assert refused.value.code == 400
    assert refused.value.description == f"Bad Request: can't parse entities: {why}"


def test_other_modes_are_refused() -> None:
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        parse_text("x", "MarkdownV2")
    assert parse_text("<b>", "").plain == "<b>"


def test_explicit_entities() -> None:
    given = [{"type": "bold", "offset": 2, "length": 2}]
    assert parse_text("  🂡", None, given) == Text("🂡", (Entity("bold", 0, 2),))
    for bad, why in (
        ({}, "expected an Array"),
        ([1], "must be an Object"),
        ([{"type": "huge", "offset": 0, "length": 1}], "unsupported entity type"),
        ([{"type": "bold", "offset": 0, "length": 0}], "valid Integers"),
        ([{"type": "bold", "offset": 4, "length": 1}], "ENTITY_BOUNDS_INVALID"),
        ([{"type": "bold", "offset": 0, "length": 1, "colour": "red"}], 'unknown field "colour"'),
    ):
        with pytest.raises(ApiError, match=why):
            parse_text("  🂡", None, bad)


def test_commands_are_found() -> None:
    found = commands_and_mentions("🂡 /deberts@deberts_bot и @anna, но не a/b и не x@y")
    assert [(entity.type, entity.offset, entity.length) for entity in found] == [
        ("bot_command", 3, 20),
        ("mention", 26, 5),
    ]


@given(st.text(alphabet="<>/&;#xab \n\"'=🂡bipre", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = html(text)
    except ApiError as refused:
        description = refused.description
    else:
        description = "Bad Request: can't parse entities: "
        size = utf16_length(read.plain)
        assert all(
            entity.offset >= 0 and entity.length > 0 and entity.offset + entity.length <= size
            for entity in read.entities
        )
    assert description.startswith("Bad Request: can't parse entities: ")


@given(st.text(alphabet="ab<>&; \n♠🂡\u202e\r\t", max_size=40))
def test_escaped_text_comes_out_as_it_was(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert html(escaped).plain == parse_text(text, None).plain


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("/deberts", 1),
        ("see /score, /last!", 2),
        ("</b>", 0),
        ("</script> <b>/x</b>", 0),
        ("a/b /c/d", 0),
        ("/a@b_bot", 1),
    ],
)
def test_commands_are_found_as_clients_find_them(text: str, commands: int) -> None:
    assert sum(entity.type == "bot_command" for entity in commands_and_mentions(text)) == commands
