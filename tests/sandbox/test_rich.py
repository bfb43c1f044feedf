"""Rich messages: HTML and blocks in, blocks and plain text out, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import ApiError, Person, World, chat_text
from bot.sandbox.errors import NOT_MODIFIED
from bot.sandbox.rich_message import parse_rich
from bot.sandbox.rich_plain import plain_text

from .conftest import BareBot, keyboard


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня")
    await ann.start()
    return ann


def blocks(html: str) -> list[Any]:
    found = parse_rich({"html": html})["blocks"]
    assert isinstance(found, list)
    return found


def text(html: str) -> Any:
    """Return the text of the one paragraph that this is."""
    (block,) = blocks(html)
    assert block["type"] == "paragraph"
    return block["text"]


def refusal(value: object) -> str:
    with pytest.raises(ApiError) as refused:
        parse_rich(value)
    assert refused.value.code == 400
    return refused.value.description.removeprefix("Bad Request: ")


def paragraph(words: Any) -> dict[str, Any]:
    return {"type": "paragraph", "text": words}


def cell(words: Any = None, **more: Any) -> dict[str, Any]:
    shown = {} if words is None else {"text": words}
    return {**shown, "align": "left", "valign": "top", **more}


def marked(kind: str, words: Any, **more: Any) -> dict[str, Any]:
    return {"type": kind, "text": words, **more}


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        (("b", "strong"), "bold"),
        (("i", "em"), "italic"),
        (("u", "ins"), "underline"),
        (("s", "strike", "del"), "strikethrough"),
        (("code",), "code"),
        (("mark",), "marked"),
        (("sub",), "subscript"),
        (("sup",), "superscript"),
        (("tg-spoiler",), "spoiler"),
    ],
)
def test_marks(tags: tuple[str, ...], kind: str) -> None:
    for tag in tags:
        assert text(f"<p>а <{tag}>б</{tag.upper()}> в</p>") == ["а ", marked(kind, "б"), " в"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("просто", "просто"),
        ("<p>а</p>", "а"),
        ("<p>а&nbsp;&lt;&amp;&hellip;&apos;&quot;&#9824;</p>", "а\u00a0<&…'\"♠"),
        # Spaces fold to one wherever the tags are, and go at the ends of lines.
        ("<p> а\n\t б </p>", "а б"),
        ("<p>а <b> б </b> в</p>", ["а ", marked("bold", "б "), "в"]),
        ("<p>а <br> б<br/></p>", "а\nб"),
        ("<p>а<br><br>б</p>", "а\n\nб"),
        ("<p><b>а </b></p>", marked("bold", "а")),
        ("<p>а <b> </b></p>", "а"),
        ("<p>а<b></b>б</p>", "аб"),
        ("<p><b>а<i>б</i></b></p>", marked("bold", ["а", marked("italic", "б")])),
    ],
)
def test_running_text(html: str, expected: Any) -> None:
    assert text(html) == expected


def test_links(ann: Person) -> None:
    for href, expected in (
        ("https://t.me/", {"type": "url", "url": "https://t.me/"}),
        ("t.me/a", {"type": "url", "url": "http://t.me/a"}),
        ("mailto:a@t.me", {"type": "email_address", "email_address": "a@t.me"}),
        ("tel:+123", {"type": "phone_number", "phone_number": "+123"}),
        ("#note", {"type": "anchor_link", "anchor_name": "note"}),
    ):
        assert text(f'<a href="{href}">x</a>') == {**expected, "text": "x"}
    html = f'<a href="tg://user?id={ann.id}">Аня</a> и <a href="tg://user?id=1">чужой</a>'
    found = parse_rich({"html": html}, ann.world.user_json)["blocks"][0]["text"]
    assert found == [marked("text_mention", "Аня", user=ann.user.to_json()), " и ", "чужой"]
    assert refusal({"html": '<a href="no link">x</a>'}) == "RICH_MESSAGE_URL_INVALID"
    assert 'attribute "href" is missing' in refusal({"html": "<a>x</a>"})


def test_anchors() -> None:
    assert blocks('<a name="a"></a><p>x</p>') == [{"type": "anchor", "name": "a"}, paragraph("x")]
    assert text('<p>x<a name="a"></a></p>') == ["x", {"type": "anchor", "name": "a"}]
    assert "an anchor holds nothing" in refusal({"html": '<a name="a">x</a>'})


def test_simple_blocks() -> None:
    assert blocks("<h1>а</h1><h6>б</h6>в<hr>г <b>д</b><hr/><footer>е</footer>") == [
        {"type": "heading", "text": "а", "size": 1},
        {"type": "heading", "text": "б", "size": 6},
        paragraph("в"),
        {"type": "divider"},
        paragraph(["г ", marked("bold", "д")]),
        {"type": "divider"},
        {"type": "footer", "text": "е"},
    ]


def test_preformatted() -> None:
    assert blocks("<pre>\nа  б\n в\n</pre>") == [{"type": "pre", "text": "а  б\n в\n"}]
    (block,) = blocks('<pre><code class="language-python">  x = 1</code></pre>')
    assert block == {"type": "pre", "language": "python", "text": "  x = 1"}


def test_quotations() -> None:
    assert blocks("<blockquote>а<br>б<p>в</p><cite>Я</cite></blockquote>") == [
        {"type": "blockquote", "blocks": [paragraph("а\nб"), paragraph("в")], "credit": "Я"}
    ]
    assert blocks("<blockquote collapsed>а</blockquote><aside>б<cite>Я</cite></aside>") == [
        {"type": "expandable_blockquote", "text": "а"},
        {"type": "pullquote", "text": "б", "credit": "Я"},
    ]


def test_lists() -> None:
    (block,) = blocks("<ul> <li>а</li>\n<li>б<ul><li>в</li></ul></li></ul>")
    inner = {"type": "list", "items": [{"label": "•", "blocks": [paragraph("в")]}]}
    assert block == {
        "type": "list",
        "items": [
            {"label": "•", "blocks": [paragraph("а")]},
            {"label": "•", "blocks": [paragraph("б"), inner]},
        ],
    }
    assert blocks('<ul><li><input type="checkbox" checked> а</li><li><input type="checkbox">б</li></ul>') == [
        {
            "type": "list",
            "items": [
                {"label": "•", "blocks": [paragraph("а")], "has_checkbox": True, "is_checked": True},
                {"label": "•", "blocks": [paragraph("б")], "has_checkbox": True},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        ("<ol><li>x</li><li>x</li></ol>", ["1.", "2."]),
        ('<ol start="3" type="a" reversed><li>x</li><li>x</li></ol>', ["c.", "b."]),
        ("<ol reversed><li>x</li><li>x</li></ol>", ["2.", "1."]),
        ('<ol type="A" start="26"><li>x</li><li>x</li></ol>', ["Z.", "AA."]),
        ('<ol><li value="7" type="i">x</li><li>x</li></ol>', ["vii.", "8."]),
        ('<ol type="I" start="1999"><li>x</li></ol>', ["MCMXCIX."]),
        ('<ol type="a" start="0"><li>x</li></ol>', ["0."]),
    ],
)
def test_ordered_lists(html: str, labels: list[str]) -> None:
    (block,) = blocks(html)
    assert [item["label"] for item in block["items"]] == labels


def test_details() -> None:
    assert blocks("<details>\n<summary>Сдача <b>1</b></summary>а <b>б</b> <i>в</i></details>") == [
        {
            "type": "details",
            "summary": ["Сдача ", marked("bold", "1")],
            "blocks": [paragraph(["а ", marked("bold", "б"), " ", marked("italic", "в")])],
        }
    ]
    (block,) = blocks("<details open><summary>а</summary><p>б</p></details>")
    assert block["is_open"] is True


def test_tables() -> None:
    html = """
        <table bordered striped compact>
          <caption>Счёт</caption>
          <thead><tr><th>Аня</th><th align="right">Боря</th></tr></thead>
          <tbody>
            <tr><td colspan="2" rowspan="1" align="center" valign="middle"><b>БТ</b></td></tr>
            <tr><td></td><td valign="bottom">51</td></tr>
          </tbody>
        </table>"""
    assert blocks(html) == [
        {
            "type": "table",
            "caption": "Счёт",
            "is_bordered": True,
            "is_striped": True,
            "is_compact": True,
            "cells": [
                [cell("Аня", is_header=True), cell("Боря", is_header=True, align="right")],
                [cell(marked("bold", "БТ"), colspan=2, align="center", valign="middle")],
                [cell(), cell("51", valign="bottom")],
            ],
        }
    ]
    assert blocks("<table><tr><td>1</td></tr></table>") == [{"type": "table", "cells": [[cell("1")]]}]


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<p>x", 'Can\'t find end tag corresponding to start tag "p"'),
        ("x</p>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<div>x</div>", 'Unsupported start tag "div" at byte offset 0'),
        ("ы<script>x</script>", 'Unsupported start tag "script" at byte offset 2'),
        ("<p", "Unclosed start tag at byte offset 0"),
        ("<br/", "Unclosed start tag at byte offset 0"),
        ("<p/>", "an end tag is required"),
        ('<p class="x">x</p>', 'unsupported attribute "class"'),
        ("<td>x</td>", "only running text is allowed here"),
        ("<p><p>x</p></p>", "only running text is allowed here"),
        ("<b><h1>x</h1></b>", "only running text is allowed here"),
        ("<li>x</li>", "only running text is allowed here"),
        ("<ul>x</ul>", 'Tag "ul" at byte offset 0: it can hold li only'),
        ("<ul><li type=a>x</li></ul>", "attributes belong to items of ordered lists"),
        ('<ul><li><input type="radio">x</li></ul>', 'only the type "checkbox" is supported'),
        ("<details>x</details>", 'it must start with "summary"'),
        ("<table><td>x</td></table>", "it can hold caption, thead, tbody, tfoot, tr only"),
        ("<table><tr><td>x</td></tr><caption>x</caption></table>", "the caption comes first, and once"),
        ('<table><tr><td align="up">x</td></tr></table>', 'attribute "align" has an invalid value'),
        ("<table><tr><td colspan=0>x</td></tr></table>", 'attribute "colspan" has an invalid value'),
        ("<table><tr><td rowspan=x>x</td></tr></table>", 'attribute "rowspan" has an invalid value'),
        ("<aside>x<cite>a</cite><cite>b</cite></aside>", "there is one already"),
        ("<b>" * 101, "too many nested tags"),
    ],
)
def test_malformed_html(html: str, why: str) -> None:
    description = refusal({"html": html})
    assert description.startswith("RICH_MESSAGE_HTML_INVALID: ")
    assert why in description


@pytest.mark.parametrize(
    "html",
    [
        "",
        " \n",
        "<b> </b>",
        "<p></p>",
        "<h2> </h2>",
        "<pre></pre>",
        "<ul></ul>",
        "<ul><li></li></ul>",
        "<table></table>",
        "<table><tr></tr></table>",
        "<details><summary></summary>x</details>",
        "<details><summary>x</summary></details>",
        "<blockquote></blockquote>",
    ],
)
def test_nothing_to_show(html: str) -> None:
    assert refusal({"html": html}) == "RICH_MESSAGE_CONTENT_REQUIRED"


def test_limits() -> None:
    assert blocks(f"<p>{'x' * 32767}</p><p>x</p>")
    assert refusal({"html": f"<p>{'x' * 32767}</p><p>xx</p>"}) == "RICH_MESSAGE_TEXT_TOO_LONG"
    assert len(blocks("<hr>" * 500)) == 500
    assert refusal({"html": "<hr>" * 501}) == "RICH_MESSAGE_BLOCKS_TOO_MUCH"
    row = "<tr><td>x</td></tr>"
    assert blocks(f"<table>{row * 499}</table>")
    assert refusal({"html": f"<table>{row * 500}</table>"}) == "RICH_MESSAGE_BLOCKS_TOO_MUCH"
    wide = "<table><tr>{}</tr></table>"
    assert blocks(wide.format("<td>x</td>" * 20))
    assert blocks(wide.format('<td colspan="20">x</td>'))
    for cells in ("<td>x</td>" * 21, '<td>x</td><td colspan="20">x</td>'):
        assert refusal({"html": wide.format(cells)}) == "RICH_MESSAGE_TABLE_COLUMNS_TOO_MUCH"
    beside = f'<table><tr><td rowspan="2">x</td></tr><tr>{"<td>x</td>" * 20}</tr></table>'
    assert refusal({"html": beside}) == "RICH_MESSAGE_TABLE_COLUMNS_TOO_MUCH"

    def quotes(count: int, inside: str) -> dict[str, str]:
        return {"html": "<blockquote>" * count + inside + "</blockquote>" * count}

    assert parse_rich(quotes(15, "x"))
    assert parse_rich(quotes(14, "<p>x <b>y</b></p>"))
    assert refusal(quotes(16, "x")) == "RICH_MESSAGE_DEPTH_TOO_MUCH"
    assert refusal(quotes(15, "<p>x <b>y</b></p>")) == "RICH_MESSAGE_DEPTH_TOO_MUCH"
    deep: Any = "x"
    for _ in range(1000):
        deep = [deep]
    assert refusal({"blocks": [paragraph(deep)]}) == "RICH_MESSAGE_DEPTH_TOO_MUCH"


def test_blocks_are_taken_as_they_are() -> None:
    sent = [
        {"type": "heading", "text": [marked("bold", "а"), "б"], "size": 2},
        {"type": "list", "items": [{"blocks": [paragraph("x")], "type": "i"}, {"blocks": [paragraph("y")]}]},
        {"type": "table", "cells": [[cell("51", colspan=1, is_header=False)]], "is_bordered": False},
        {"type": "details", "summary": "а", "blocks": [paragraph("б")], "is_open": True},
        {"type": "divider"},
    ]
    assert parse_rich({"blocks": sent, "is_rtl": True, "skip_entity_detection": True}) == {
        "blocks": [
            sent[0],
            {
                "type": "list",
                "items": [
                    {"label": "i.", "blocks": [paragraph("x")], "value": 1, "type": "i"},
                    {"label": "•", "blocks": [paragraph("y")]},
                ],
            },
            {"type": "table", "cells": [[cell("51")]]},
            sent[3],
            sent[4],
        ],
        "is_rtl": True,
    }


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "object expected as rich message"),
        ({}, 'exactly one of the fields "html", "markdown" and "blocks" must be used'),
        ({"html": "x", "blocks": []}, "exactly one of the fields"),
        ({"markdown": "# x"}, 'can\'t parse rich message: field "markdown" is not known here'),
        ({"html": "x", "media": []}, 'field "media" is not known here'),
        ({"html": 1}, 'field "html" must be of type String'),
        ({"html": "x", "is_rtl": 1}, 'field "is_rtl" must be of type Boolean'),
        ({"html": "x", "colour": 1}, 'unknown field "colour"'),
        ({"blocks": {}}, 'field "blocks" must be an Array'),
        ({"blocks": []}, "RICH_MESSAGE_CONTENT_REQUIRED"),
        ({"blocks": ["x"]}, "InputRichBlock must be an Object with a type"),
        ({"blocks": [{"type": "photo"}]}, 'InputRichBlock of the type "photo" is not known here'),
        ({"blocks": [{"type": "paragraph"}]}, 'can\'t find field "text" of block "paragraph"'),
        ({"blocks": [{"type": "divider", "text": "x"}]}, 'unknown field "text" of block "divider"'),
        ({"blocks": [{**paragraph("x"), "size": 1}]}, 'unknown field "size" of block "paragraph"'),
        ({"blocks": [{"type": "heading", "text": "x", "size": 7}]}, "an Integer from 1 to 6"),
        ({"blocks": [paragraph(1)]}, "RichText must be an Object with a type"),
        ({"blocks": [paragraph({"type": "button"})]}, 'RichText of the type "button" is not known here'),
        ({"blocks": [paragraph({"type": "bold"})]}, 'can\'t find field "text" of rich text "bold"'),
        ({"blocks": [paragraph(marked("text_mention", "x", user=1))]}, 'field "user" must be a User'),
        ({"blocks": [paragraph(marked("url", "x", url=1))]}, "RICH_MESSAGE_URL_INVALID"),
        ({"blocks": [{"type": "list", "items": ["x"]}]}, "list item must be an Object"),
        ({"blocks": [{"type": "list", "items": [{"blocks": [], "label": "1"}]}]}, 'unknown field "label"'),
        (
            {"blocks": [{"type": "list", "items": [{"blocks": [paragraph("x")], "type": "b"}]}]},
            "a value must be one of",
        ),
        ({"blocks": [{"type": "table", "cells": [{}]}]}, 'field "cells" must be an Array of Arrays'),
        ({"blocks": [{"type": "table", "cells": [[{"text": "x"}]]}]}, 'can\'t find field "align"'),
        ({"blocks": [{"type": "table", "cells": [[cell("x", colspan=0)]]}]}, "an Integer from 1 to 1000"),
        ({"blocks": [{"type": "table", "cells": [[cell("x", is_header=1)]]}]}, "must be of type Boolean"),
    ],
)
def test_malformed_blocks(value: object, why: str) -> None:
    assert why in refusal(value)


async def test_sending_and_editing(world: World, bot: BareBot, ann: Person) -> None:
    html = (
        "<h1>Счёт</h1><table><caption>к</caption><tr><th>Аня</th><td></td></tr></table><hr><ol><li>x</li></ol>"
        f'<a href="tg://user?id={ann.id}">Аня</a>, <a href="https://t.me">t</a> <sub>1</sub><a name="a"></a>'
        "<details><summary>ещё</summary><blockquote>y<cite>z</cite></blockquote></details>"
    )
    markup = keyboard([("x", "a")])
    group = world.group("Клуб", [ann])
    sent = await bot.call(
        "sendRichMessage",
        chat_id=group.id,
        rich_message={"html": html},
        reply_markup=markup,
        disable_notification=True,
    )
    message = ann.last(group)
    assert sent["rich_message"] == message.rich == parse_rich({"html": html}, world.user_json)
    assert "text" not in sent
    assert (sent["reply_markup"], message.labels, message.is_silent) == (markup, ["x"], True)
    which = {"chat_id": group.id, "message_id": message.id}
    same = {"rich_message": {"html": html}, "reply_markup": markup}
    assert await bot.refused("editMessageText", **which, **same) == f"Bad Request: {NOT_MODIFIED}"
    # The keyboard changes alone, the content stays; a text and a rich message replace each other.
    edited = await bot.call("editMessageReplyMarkup", **which)
    assert edited["rich_message"] == sent["rich_message"]
    edited = await bot.call("editMessageText", **which, text="просто")
    assert "rich_message" not in edited
    assert message.text == "просто"
    edited = await bot.call("editMessageText", **which, rich_message={"html": "<p>БТ</p>"})
    assert "text" not in edited
    assert message.text == "БТ"
    assert world.limits.count(group.id) == 5


async def test_refusals(bot: BareBot, ann: Person) -> None:
    sent = await bot.send(ann.id)
    edit = {"chat_id": ann.id, "message_id": sent["message_id"], "rich_message": {"html": "x"}}
    assert await bot.refused("sendRichMessage", chat_id=ann.id) == "Bad Request: rich message is empty"
    assert 'unknown parameter "parse_mode"' in await bot.refused(
        "sendRichMessage", chat_id=ann.id, rich_message={"html": "x"}, parse_mode="HTML"
    )
    assert 'parameter "text" can\'t be used with "rich_message"' in await bot.refused(
        "editMessageText", **edit, text="x"
    )
    assert "RICH_MESSAGE_HTML_INVALID" in await bot.refused(
        "editMessageText", **edit | {"rich_message": {"html": "<p>"}}
    )
    assert "message text is empty" in await bot.refused("editMessageText", **edit | {"rich_message": None})
    group = ann.world.group("Клуб", [ann])
    ann.mute_bot(group)
    assert "not enough rights to send rich messages" in await bot.refused(
        "sendRichMessage", chat_id=group.id, rich_message={"html": "x"}
    )


async def test_form_parameters(bot: BareBot, ann: Person) -> None:
    response = await bot.client.post(
        f"{bot.root}/sendRichMessage", data={"chat_id": str(ann.id), "rich_message": '{"html": "<h1>x</h1>"}'}
    )
    assert response.json()["result"]["rich_message"]["blocks"][0]["type"] == "heading"


def test_plain_text() -> None:
    html = """
        <h1>Счёт</h1>
        <table bordered><caption>Партия</caption>
        <tr><th>№</th><th>Аня</th><th align="right">Боря</th></tr>
        <tr><td>1</td><td rowspan="2">БТ<br>-51</td><td align="right">162</td></tr>
        <tr><td>2</td><td align="right">0</td></tr>
        <tr><td colspan="3" align="center">конец</td></tr>
        </table>
        <ul><li>а<p>б</p></li><li><input type="checkbox" checked>в</li></ul>
        <ol><li>г</li></ol>
        <hr>
        <details><summary>ещё</summary>д<br>е</details>
        <blockquote>ж<cite>Я</cite></blockquote>
        <pre> з</pre>"""
    assert plain_text(parse_rich({"html": html})) == (
        "Счёт\n"
        "Партия\n"
        "№ | Аня    | Боря\n"
        "-----------------\n"
        "1 | БТ -51 |  162\n"
        "2 |        |    0\n"
        "      конец\n"
        "• а\n"
        "  б\n"
        "[x] в\n"
        "1. г\n"
        "--------------------\n"
        "> ещё\n"
        "  д\n"
        "  е\n"
        "| ж\n"
        "| (Я)\n"
        " з"
    )


def test_plain_tables() -> None:
    def shown(html: str) -> str:
        return plain_text(parse_rich({"html": f"<table>{html}</table>"}))

    row = "<tr><td>{}</td><td>{}</td></tr>"
    assert shown(row.format("a", "b") + row.format("♠️♥️", "c")) == "a   b\n♠️♥️  c"
    assert shown(row.format("漢", "b") + row.format("abc", "c")) == "漢   b\nabc  c"
    # A wide cell over two columns makes the last of them wider.
    assert shown('<tr><td colspan="2">abcdef</td></tr>' + row.format("1", "2") + row.format("3", "")) == (
        "abcdef\n1  2\n3"
    )


async def test_the_screen(bot: BareBot, ann: Person) -> None:
    rich = {"html": "<h1>Счёт</h1><table><tr><td>Аня</td><td>51</td></tr></table>"}
    await bot.call("sendRichMessage", chat_id=ann.id, rich_message=rich, reply_markup=keyboard([("x", "a")]))
    assert chat_text(ann, ann.private, last=1) == "=== Деберц ===\n\nДеберц:\nСчёт\nАня  51\n[x]"
