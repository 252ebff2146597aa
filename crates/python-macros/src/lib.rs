//! The attribute [`macro@guarded`] of the native Python module.

use proc_macro::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{
    Attribute, Block, Error, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Pat, ReturnType, Signature,
    Type, parse_macro_input, parse_quote,
};

/// Attributes of PyO3 on methods.
const PYO3: [&str; 7] = ["classattr", "classmethod", "getter", "new", "pyo3", "setter", "staticmethod"];

/// Turns panics of functions that Python calls into `RingsideError`, instead of the `PanicException` of PyO3.
///
/// It is written above `#[pymethods]` or `#[pyfunction]`. The methods stay as they are, and can be called in Rust. Python calls a method of the
/// same name that is generated, returns a `PyResult` and runs the original one in `crate::compute::guard`.
#[proc_macro_attribute]
pub fn guarded(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    match parse_macro_input!(item as Item) {
        Item::Fn(function) => guarded_function(function),
        Item::Impl(methods) => guarded_methods(methods),
        other => Error::new_spanned(other, "expected a function or methods").into_compile_error().into(),
    }
}

/// Moves the body of a function into an inner function.
fn guarded_function(mut function: ItemFn) -> TokenStream {
    let (name, signature, body) = (&function.sig.ident, plain(&function.sig), &function.block);
    let call = call(&function.sig, &quote!(#name));
    *function.block = parse_quote!({
        #signature #body
        #call
    });
    returns_result(&mut function.sig);
    function.into_token_stream().into()
}

/// Keeps the methods without the attributes of PyO3, and generates those that Python calls.
fn guarded_methods(mut methods: ItemImpl) -> TokenStream {
    let mut originals = methods.clone();
    originals.attrs.clear();
    originals.items.clear();
    for part in &mut methods.items {
        let ImplItem::Fn(method) = part else { continue };
        originals.items.push(ImplItem::Fn(without_pyo3(method)));
        *method = called_by_python(method);
    }
    quote!(#originals #methods).into()
}

/// Returns a method without the attributes of PyO3.
fn without_pyo3(method: &ImplItemFn) -> ImplItemFn {
    let mut original = method.clone();
    original.attrs.retain(|attribute| !is_pyo3(attribute));
    original.sig = plain(&method.sig);
    original
}

/// Returns the method that Python calls in place of another one.
fn called_by_python(method: &ImplItemFn) -> ImplItemFn {
    let name = &method.sig.ident;
    let call = call(&method.sig, &quote!(Self::#name));
    let python_name = name.unraw().to_string();
    let mut attributes: Vec<Attribute> = method.attrs.clone();
    attributes.retain(|attribute| is_pyo3(attribute) || attribute.path().is_ident("doc"));
    if !attributes.iter().any(names_method) {
        attributes.push(parse_quote!(#[pyo3(name = #python_name)]));
    }
    let mut signature = method.sig.clone();
    signature.ident = format_ident!("guarded_{}", python_name);
    for argument in &mut signature.inputs {
        if let FnArg::Typed(argument) = argument
            && let Pat::Ident(pattern) = &mut *argument.pat
        {
            pattern.mutability = None;
        }
    }
    returns_result(&mut signature);
    parse_quote!(
        #(#attributes)*
        #[allow(clippy::too_many_arguments, reason = "the original method has as many")]
        #signature #call
    )
}

/// Returns a signature without attributes on arguments.
fn plain(signature: &Signature) -> Signature {
    let mut signature = signature.clone();
    for argument in &mut signature.inputs {
        match argument {
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
            FnArg::Typed(argument) => argument.attrs.clear(),
        }
    }
    signature
}

/// Returns the guarded call of a function with the arguments of a signature.
fn call(signature: &Signature, function: &proc_macro2::TokenStream) -> Block {
    let arguments = signature.inputs.iter().map(|argument| match argument {
        FnArg::Receiver(_) => quote!(self),
        FnArg::Typed(argument) => match &*argument.pat {
            Pat::Ident(pattern) => pattern.ident.to_token_stream(),
            other => Error::new_spanned(other, "expected a name").into_compile_error(),
        },
    });
    let guard: Ident = if is_result(&signature.output) { parse_quote!(guard) } else { parse_quote!(catch) };
    parse_quote!({ crate::compute::#guard(move || #function(#(#arguments),*)) })
}

/// Makes a function return a `PyResult`.
fn returns_result(signature: &mut Signature) {
    if is_result(&signature.output) {
        return;
    }
    let returned = match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, returned) => quote!(#returned),
    };
    signature.output = parse_quote!(-> ::pyo3::PyResult<#returned>);
}

fn is_result(output: &ReturnType) -> bool {
    let ReturnType::Type(_, returned) = output else { return false };
    let Type::Path(path) = &**returned else { return false };
    path.path.segments.last().is_some_and(|segment| segment.ident == "PyResult")
}

/// Reports whether an attribute gives a method its name in Python, or makes a name unnecessary.
fn names_method(attribute: &Attribute) -> bool {
    let mut is_named = attribute.path().is_ident("new");
    if attribute.path().is_ident("pyo3") {
        // Other arguments are not read here, so their errors do not matter.
        let _ = attribute.parse_nested_meta(|argument| {
            is_named |= argument.path.is_ident("name");
            argument.value()?.parse::<syn::Expr>().map(|_| ())
        });
    }
    is_named
}

fn is_pyo3(attribute: &Attribute) -> bool {
    PYO3.iter().any(|name| attribute.path().is_ident(name))
}
