"""Writes the types of the server's interface, `python/ringside/_api_types.py`, from `docs/openapi.json`.

Run it without arguments after the interface has changed; `--check` only compares the file, as a test does.
"""

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DESCRIPTION = ROOT / "docs" / "openapi.json"
OUTPUT = ROOT / "python" / "ringside" / "_api_types.py"

HEADER = '''"""Types of the server's interface. Written by `python/tools/api_types.py` from `docs/openapi.json`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
'''

PRIMITIVES = {"boolean": "bool", "integer": "int", "null": "None", "number": "float", "string": "str"}

Schema = dict[str, Any]


class Writer:
    """Collects the classes of all schemas."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.names = {name: name.replace("_", "") for name in schemas}
        self.classes: list[str] = []
        self.aliases: list[str] = []

    def text(self) -> str:
        """Returns the whole module."""
        for name in sorted(self.schemas):
            self.define(self.names[name], self.schemas[name])
        exported = sorted(self.names.values())
        names = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in exported) + "]\n"
        # Aliases are evaluated when the module is imported, so they follow the classes.
        return "\n\n".join([HEADER + "\n" + names.rstrip(), *self.classes, "\n".join(self.aliases)]) + "\n"

    def define(self, name: str, schema: Schema) -> None:
        """Adds the class or the alias of a schema."""
        if "properties" in schema:
            self.define_class(name, schema)
        else:
            self.aliases.append(f'{name} = {self.evaluated(schema, name)}\n"""{sentence(schema)}"""')

    def define_class(self, name: str, schema: Schema) -> None:
        properties: dict[str, Schema] = schema["properties"]
        required = [key for key in properties if key in schema.get("required", [])]
        optional = [key for key in properties if key not in required]
        types = {key: self.type_of(value, name + camel(key)) for key, value in properties.items()}
        base = "TypedDict"
        if optional:
            base = f"_{name}Optional"
            self.classes.append(fields(base, [(key, types[key]) for key in optional], total=False))
        if not required:
            self.classes.append(f'class {name}({base}, total=False):\n    """{sentence(schema)}"""')
        elif any(keyword.iskeyword(key) for key in required):
            # `LegalMove` and others have a field `from`.
            self.classes.append(fields(f"_{name}Required", [(key, types[key]) for key in required], total=True))
            bases = f"_{name}Required" + (f", {base}" if optional else "")
            self.classes.append(f'class {name}({bases}):\n    """{sentence(schema)}"""')
        else:
            lines = [f"class {name}({base}):", f'    """{sentence(schema)}"""', ""]
            lines += [f"    {key}: {types[key]}" for key in required]
            self.classes.append("\n".join(lines))

    def type_of(self, schema: Schema, name: str) -> str:
        """Returns the annotation of a schema; `name` is the name for a class that it needs."""
        if "$ref" in schema:
            return self.names[schema["$ref"].rsplit("/", 1)[1]]
        if "enum" in schema:
            return "Literal[" + ", ".join(json.dumps(value) for value in schema["enum"]) + "]"
        if "oneOf" in schema:
            parts = [self.type_of(part, f"{name}{label(part, i)}") for i, part in enumerate(schema["oneOf"], 1)]
            return " | ".join(dict.fromkeys(parts))
        if "allOf" in schema:
            self.define_class(name, self.merged(schema["allOf"]))
            return name
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        parts = [self.type_of_kind(kind, schema, name) for kind in kinds]
        return " | ".join(parts) or "Any"

    def type_of_kind(self, kind: str, schema: Schema, name: str) -> str:
        if kind == "array":
            return f"list[{self.type_of(schema.get('items', {}), name)}]"
        if kind != "object":
            return PRIMITIVES[kind]
        if "properties" in schema:
            self.define_class(name, schema)
            return name
        values = schema.get("additionalProperties")
        return f"dict[str, {self.type_of(values, name) if isinstance(values, dict) else 'Any'}]"

    def evaluated(self, schema: Schema, name: str) -> str:
        """Returns an alias that can be evaluated in any order: `|` does not work with names in quotes."""
        parts = self.type_of(schema, name).split(" | ")
        if len(parts) == 1:
            return parts[0]
        return "Union[" + ", ".join(json.dumps(part) for part in parts) + "]"

    def merged(self, parts: list[Schema]) -> Schema:
        whole: Schema = {"properties": {}, "required": []}
        for part in parts:
            full = self.schemas[part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
            whole["properties"] |= full.get("properties", {})
            whole["required"] += full.get("required", [])
            whole.setdefault("description", full.get("description", ""))
        return whole


def fields(name: str, pairs: list[tuple[str, str]], *, total: bool) -> str:
    """Returns a class without a description, in a form that allows keywords as names of fields."""
    if not any(keyword.iskeyword(key) for key, _ in pairs):
        lines = [f"class {name}(TypedDict{'' if total else ', total=False'}):"]
        return "\n".join(lines + [f"    {key}: {annotation}" for key, annotation in pairs])
    lines = [f'    "{key}": {json.dumps(annotation)},' for key, annotation in pairs]
    return "\n".join([f'{name} = TypedDict("{name}", {{', *lines, f"}}, total={total})"])


def label(part: Schema, number: int) -> str:
    """Returns the part of a class name that tells a variant from the others: the value of its tag, or its number."""
    for own in [part, *part.get("allOf", [])]:
        for tag in ("type", "kind", "who", "game", "what"):
            values = own.get("properties", {}).get(tag, {}).get("enum")
            if values:
                return camel(values[0])
    return str(number)


def camel(text: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in text.split("_"))


def sentence(schema: Schema) -> str:
    text = " ".join(schema.get("description", "").split())
    return "\n    ".join(textwrap.wrap(text.replace('"', "'"), 112)) or "No description."


def generated() -> str:
    """Returns the text of the module."""
    return Writer(json.loads(DESCRIPTION.read_text(encoding="utf-8"))["components"]["schemas"]).text()


if __name__ == "__main__":
    name = OUTPUT.relative_to(ROOT)
    if sys.argv[1:] == ["--check"]:
        if OUTPUT.read_text(encoding="utf-8") != generated():
            sys.exit(f"{name} is outdated: run python3 python/tools/api_types.py")
    elif sys.argv[1:]:
        sys.exit("usage: api_types.py [--check]")
    else:
        OUTPUT.write_text(generated(), encoding="utf-8")
        print(f"wrote {name}")
