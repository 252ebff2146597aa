// Applies the settings of style sheets before the first paint. Not a module, because modules run later.
for (const name of ["theme", "board", "notation"]) {
  try {
    const value = localStorage.getItem(`ringside.view.${name}`);
    if (value) document.documentElement.dataset[name] = value;
  } catch {
    // Without storage the page has the colours of the system.
  }
}
