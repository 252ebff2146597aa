// Texts of the page in English. `lib/text.js` describes the syntax of parameters.

export default {
  "page.play": "Play",
  "page.learn": "Learn",
  "page.sandbox": "Sandbox",
  "page.rules": "RingRift rules",
  "page.asg_rules": "ASG rules",
  "page.asg_replays": "ASG replays",
  "page.skip": "Skip to the content",
  "page.pages": "Pages",
  "page.language": "Language",
  "page.failed": "Something went wrong on this page. Reload it; nothing is lost.",
};
