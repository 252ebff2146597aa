// Texts of the page in German. The compiler checks that none is missing.

/** @type {Record<keyof typeof import("./en.js").default, string>} */
export default {
  "page.play": "Spielen",
  "page.learn": "Lernen",
  "page.sandbox": "Analysebrett",
  "page.rules": "RingRift-Regeln",
  "page.asg_rules": "ASG-Regeln",
  "page.asg_replays": "ASG-Aufzeichnungen",
  "page.skip": "Zum Inhalt springen",
  "page.pages": "Seiten",
  "page.language": "Sprache",
  "page.failed": "Auf dieser Seite ist etwas schiefgegangen. Lade sie neu; nichts geht verloren.",
};
