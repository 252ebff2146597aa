// Shows the page for addresses that do not exist in the language of the reader.

import { translate } from "./lib/text.js";

translate(document);
