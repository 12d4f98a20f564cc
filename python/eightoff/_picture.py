"""A drawing that a notebook shows and a file keeps, and how its elements are written.

Elements carry presentation attributes only. Viewers that clean up foreign HTML drop style sheets
(cards turn into black boxes), and shapes that are defined once and used by id vanish when two
pictures on one page share the id.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr


def element(name: str, *children: str, **attributes: str | float) -> str:
    """One SVG element; `stroke_width` stands for the attribute `stroke-width`."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(_text_of(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text_element(content: str, **attributes: str | float) -> str:
    """A `text` element, in the picture's font."""
    return element("text", escape(content), **attributes)


def _text_of(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):g}"


@dataclass(frozen=True, repr=False)
class Picture:
    """An SVG drawing with a text that says the same.

    A notebook shows the drawing, and the text where it shows no drawings (a terminal, or a notebook
    it does not trust). Print it or `save` it.

    Attributes:
        svg: The drawing, a complete `<svg>` element.
        text: What to show in its place.
    """

    svg: str
    text: str

    @classmethod
    def drawn(
        cls, *elements: str, width: float, height: float, size: float, title: str, text: str
    ) -> "Picture":
        """The picture of these elements, `size` pixels wide, with `text` as its description."""
        svg = element(
            "svg",
            # Screen readers say the title; the description is there for who asks for it.
            element("title", escape(title)),
            element("desc", escape(text)),
            *elements,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_text_of(width)} {_text_of(height)}",
            width=size,
            height=size * height / width,
            # Fonts are the viewer's own; all text inherits this.
            font_family="Helvetica, Arial, sans-serif",
            role="img",
            aria_label=title,
        )
        return cls(svg, text)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text

    def save(self, path: "str | os.PathLike[str]") -> Path:
        """Writes the drawing into a file.

        Args:
            path: The file; its name ends in `.svg`. One that exists is replaced.

        Returns:
            The path.

        Raises:
            ValueError: The name ends in something else.
        """
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise ValueError(
                f"cannot save a picture as {path.name!r}: pictures are SVG\n"
                f"hint: save {path.stem}.svg, and let a browser or Inkscape convert it"
            )
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{self.svg}\n', encoding="utf-8")
        return path
