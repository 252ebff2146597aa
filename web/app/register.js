// Installs the service worker, and offers to reload when it has a new version of the page.

import { h } from "../lib/dom.js";
import { attempt, toast } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { askWorker } from "./offline.js";

if (document.readyState === "complete") register();
// The files of the page itself are loaded first.
else addEventListener("load", register);

async function register() {
  // Browsers offer service workers only on secure connections and on this machine.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register("/service-worker.js").catch(() => null);
  if (!registration) return;
  const offer = () => registration.waiting && workers.controller && offerUpdate(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => found.state === "installed" && offer());
  });
  offer();
  // An installed app is for use without a network.
  addEventListener("appinstalled", () => storeNetworks());
  if (matchMedia("(display-mode: standalone)").matches) storeNetworks();
}

async function storeNetworks() {
  const { active } = await navigator.serviceWorker.ready;
  if (active) await askWorker(active, "storeNetworks").catch(() => {});
}

/** Offers a new version. The page reloads when it has taken over. @param {ServiceWorker} waiting */
function offerUpdate(waiting) {
  if (document.querySelector(".update")) return;
  const reload = () => attempt(async () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    if (await askWorker(waiting, "takeOver")) return;
    toast(t("app.other_windows"));
  });
  document.body.append(h("div", { class: "update row", role: "status" }, t("app.new_version"),
    h("button", { class: "primary", onclick: reload }, t("app.reload"))));
}
