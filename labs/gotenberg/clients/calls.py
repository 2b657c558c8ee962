"""Twenty calls of the Python client of Gotenberg, as it is. Arguments: the address, the key, and a folder with the files."""

import sys
from pathlib import Path

from gotenberg_client import GotenbergClient

address, key, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
pdf = folder / "three-pages.pdf"
html = "<title>T</title><link rel=stylesheet href=style.css><h1>Hello</h1>"
failed = 0


def call(name, work):
    global failed
    try:
        work()
    except Exception as error:
        failed += 1
        print(f"failed: {name}: {error}")


with GotenbergClient(address, auth=("any", key), timeout=120, http2=False) as client:

    def printed(change):
        def work():
            with client.chromium.html_to_pdf() as route:
                route.string_index(html).string_resource("h1 { color: red }", "style.css", "text/css")
                change(route)
                assert route.run().content.startswith(b"%PDF-")

        return work

    def made(open_route, change):
        def work():
            with open_route() as route:
                change(route)
                route.run()

        return work

    call("html", printed(lambda route: None))
    call("scale", printed(lambda route: route.scale(0.8)))
    call("ranges", printed(lambda route: route.page_ranges("1")))
    call("header", printed(lambda route: route.string_header("<p>Header</p>")))
    call("background", printed(lambda route: route.background_graphics()))
    call("outline", printed(lambda route: route.generate_document_outline(generate_document_outline=True)))
    call("tagged", printed(lambda route: route.generate_tagged_pdf(generate=True)))
    call("wait", printed(lambda route: route.render_wait(0.2)))
    call("expression", printed(lambda route: route.render_expression("1 === 1")))
    call("media", printed(lambda route: route.media_type("screen")))
    call("screenshot", made(client.chromium.screenshot_html, lambda route: route.string_index(html).output_format("jpeg")))
    call(
        "markdown",
        made(
            client.chromium.markdown_to_pdf,
            lambda route: route.index(folder / "index.html").markdown_file(folder / "file.md"),
        ),
    )
    call("merge", made(client.merge.merge, lambda route: route.merge([pdf, pdf])))
    call("flatten", made(client.flatten.flatten, lambda route: route.flatten(pdf)))
    call("read metadata", made(client.metadata.read, lambda route: route.read(pdf)))
    call("write metadata", made(client.metadata.write, lambda route: route.write(pdf).metadata(title="T", author="A")))
    call("read bookmarks", made(client.bookmarks.read, lambda route: route.read(pdf)))
    call("exceptions", printed(lambda route: route.fail_on_exceptions()))
    call("health", lambda: client.health.health())
    call("version", lambda: client.version.get())

print(f"Python: {20 - failed} of 20 calls")
sys.exit(1 if failed else 0)
