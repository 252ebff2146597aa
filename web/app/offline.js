// Messages to the service worker, and the offer to load what computer players need without a network.

import { h, put } from "../lib/dom.js";
import { button } from "../lib/shell.js";
import { Unreachable } from "../lib/api.js";
import { t } from "../lib/text.js";

/** Asks the service worker. @param {ServiceWorker} worker @param {"takeOver" | "storeNetworks" | "missingNetworks"} question @returns {Promise<any>} */
export function askWorker(worker, question) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { value, failed } }) => (failed ? reject(new Unreachable()) : resolve(value));
    worker.postMessage(question, [port2]);
  });
}

/** Offers to load the networks that are missing, once the page itself is stored. @param {HTMLElement} root */
export async function offerNetworks(root) {
  const worker = (await navigator.serviceWorker?.ready)?.active;
  if (!worker) return;
  const draw = async () => {
    const missing = await askWorker(worker, "missingNetworks");
    put(root, missing.length === 0 ? h("span", null, t("app.ready_all"))
      : [`${t("app.ready")} `,
        button(t("app.load_networks"), async () => (await askWorker(worker, "storeNetworks"), draw()), { class: "bare" })]);
  };
  await draw();
}
