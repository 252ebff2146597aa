//! The operations of an OpenAPI description.

use std::collections::BTreeMap;

use serde_json::Value;

/// OpenAPI description of a server.
pub(super) struct Description {
    /// The whole document, in which schemas refer to each other.
    pub(super) document: Value,
    pub(super) operations: Vec<Operation>,
}

/// A method of a path.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// In capital letters.
    pub(super) method: String,
    /// With the names of parameters in braces.
    pub(super) path: String,
    pub(super) parameters: Vec<Parameter>,
    /// Schema of the JSON body.
    pub(super) body: Option<Value>,
    /// Schemas by status and content type; `None` if the description has none.
    pub(super) responses: BTreeMap<u16, BTreeMap<String, Option<Value>>>,
    /// Whether the description lists the operation.
    pub(super) is_described: bool,
}

/// Query parameter of an operation.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) schema: Value,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    /// If the document has no paths.
    pub(super) fn read(document: Value) -> Result<Description, String> {
        let paths = document["paths"].as_object().filter(|paths| !paths.is_empty());
        let paths = paths.ok_or("the OpenAPI description has no paths")?;
        let methods = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(move |(method, operation)| (method, path, operation))
        });
        let operations = methods.map(|(method, path, operation)| Operation::read(method, path, operation)).collect();
        Ok(Description { operations, document })
    }

    /// Adds a route that the description does not list.
    pub(super) fn add_unlisted(&mut self, method: &str, path: &str) {
        let operation = Operation::read(method, path, &Value::Null);
        self.operations.push(Operation { is_described: false, ..operation });
    }

    pub(super) fn find(&self, method: &str, path: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.method == method && operation.path == path)
    }

    /// Returns the operation that a method and a target denote; for other targets, an operation that is not described.
    pub(super) fn matching(&self, method: &[u8], target: &[u8]) -> Operation {
        let method = if method == b"HEAD" { b"GET" } else { method };
        let path = target.split(|&byte| byte == b'?').next().unwrap_or_default();
        let fits = |operation: &&Operation| {
            let (wanted, found) =
                (operation.path.as_bytes().split(|&byte| byte == b'/'), path.split(|&byte| byte == b'/'));
            let is_same =
                |(wanted, found): (&[u8], &[u8])| wanted == found || (wanted.starts_with(b"{") && !found.is_empty());
            operation.method.as_bytes() == method
                && wanted.clone().count() == found.clone().count()
                && wanted.zip(found).all(is_same)
        };
        let other = || Operation { is_described: false, ..Operation::read("other", "methods and paths", &Value::Null) };
        self.operations.iter().find(fits).cloned().unwrap_or_else(other)
    }

    /// Returns the schema of a type by its name.
    pub(super) fn schema(&self, name: &str) -> &Value {
        &self.document["components"]["schemas"][name]
    }
}

impl Operation {
    fn read(method: &str, path: &str, operation: &Value) -> Operation {
        let list = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        let parameter = |parameter: &Value| Parameter {
            name: parameter["name"].as_str().unwrap_or_default().to_owned(),
            schema: parameter["schema"].clone(),
        };
        let content_schemas = |response: &Value| {
            let content = response["content"].as_object().into_iter().flatten();
            content.map(|(kind, content)| (kind.clone(), content.get("schema").cloned())).collect()
        };
        let responses = operation["responses"].as_object().into_iter().flatten();
        Operation {
            method: method.to_uppercase(),
            path: path.to_owned(),
            parameters: list.iter().filter(|one| one["in"] == "query").map(parameter).collect(),
            body: operation["requestBody"]["content"]["application/json"].get("schema").cloned(),
            responses: responses
                .filter_map(|(status, response)| Some((status.parse().ok()?, content_schemas(response))))
                .collect(),
            is_described: true,
        }
    }

    /// Returns method and path.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Reports whether the operation opens a WebSocket.
    pub(super) fn is_socket(&self) -> bool {
        self.responses.contains_key(&101)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_parameters_bodies_and_responses() {
        let document = json!({ "paths": { "/a/{id}": { "post": {
            "parameters": [
                { "name": "id", "in": "path", "schema": { "type": "string" } },
                { "name": "most", "in": "query", "schema": { "type": "integer" } },
            ],
            "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } },
            "responses": { "200": { "content": { "application/json": { "schema": { "type": "array" } } } }, "204": {} },
        } } } });
        let description = Description::read(document).expect("the document has paths");
        let operation = description.find("POST", "/a/{id}").expect("the operation is listed");
        assert_eq!(operation.parameters.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["most"]);
        assert_eq!(operation.body, Some(json!({ "type": "object" })));
        assert_eq!(operation.responses[&200]["application/json"], Some(json!({ "type": "array" })));
        assert!(operation.responses[&204].is_empty() && !operation.is_socket());
        let name = |method: &[u8], target: &[u8]| description.matching(method, target).name();
        assert_eq!(name(b"POST", b"/a/b?most=1"), "POST /a/{id}");
        for (method, target) in
            [(b"GET ".trim_ascii(), &b"/a/b"[..]), (b"POST", b"/a/"), (b"POST", b"/a/b/c"), (b"POST", b"*")]
        {
            assert_eq!(name(method, target), "OTHER methods and paths");
        }
    }
}
