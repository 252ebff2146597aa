// Texts of the lessons in the language of the reader, from `web/text/lessons-de.js` and so on. English texts come with the lessons.

import { COLOURS } from "../board/pieces.js";
import { format, language } from "./text.js";

/** @import { Lesson } from "./types.js" */

/** Texts by id, such as `1.title` and `1.2.goal`; null in English. @type {Record<string, string> | null} */
const texts = language === "en" ? null : (await import(`../text/lessons-${language}.js`)).default;

/** @param {string} id @param {string} english */
function text(id, english) {
  return format(texts?.[id] ?? english, { p2: COLOURS[2] }).join("");
}

/** Returns the lessons with texts in the language of the reader. @param {Lesson[]} lessons @returns {Lesson[]} */
export function localisedLessons(lessons) {
  return lessons.map(({ title, about, rules, exercises }, at) => ({
    title: text(`${at + 1}.title`, title),
    about: text(`${at + 1}.about`, about),
    rules,
    exercises: exercises.map(({ goal, text: words, hint, position }, number) => {
      const id = `${at + 1}.${number + 1}`;
      return { goal: text(`${id}.goal`, goal), text: text(`${id}.text`, words), hint: text(`${id}.hint`, hint), position };
    }),
  }));
}

/** Returns the comment on a finished attempt. @param {number} lesson @param {number} exercise @param {"solved" | "failed"} verdict @param {string} english */
export function verdictText(lesson, exercise, verdict, english) {
  return text(`${lesson}.${exercise}.${verdict === "solved" ? "praise" : "regret"}`, english);
}
