//! A class whose methods panic, so that the tests can check what a defect of the package raises.

use pyo3::prelude::*;
use python_macros::guarded;

/// Panics in every method; for tests.
#[pyclass(name = "_Defect", module = "ringside._native", frozen)]
pub(crate) struct PyDefect;

#[guarded]
#[pymethods]
impl PyDefect {
    #[new]
    fn new() -> PyDefect {
        PyDefect
    }

    fn method(&self, text: &str) -> String {
        panic!("{text}")
    }

    fn result(&self) -> PyResult<u8> {
        panic!("in a function with a result")
    }

    #[getter]
    fn attribute(&self) -> u8 {
        panic!("in an attribute")
    }

    #[staticmethod]
    fn function() {
        panic!("in a static method")
    }

    fn __len__(&self) -> usize {
        panic!("in a special method")
    }
}
