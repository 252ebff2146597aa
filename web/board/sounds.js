// Sounds and vibrations, without files: the browser synthesises them.

import { isOn, setting } from "../lib/view-settings.js";

/** What is heard, and when, in seconds: knocks on wood and tones, by frequency. @type {Record<string, {knocks?: [number, number][], tones?: [number, number][]}>} */
const SOUNDS = {
  placed: { knocks: [[420, 0]] },
  moved: { knocks: [[300, 0]] },
  ring_captured: { knocks: [[560, 0], [330, 0.06]] },
  line_taken: { tones: [[523, 0], [659, 0.07], [784, 0.14]] },
  region_claimed: { tones: [[392, 0], [587, 0.09]] },
  eliminated: { knocks: [[180, 0]], tones: [[147, 0]] },
  low: { tones: [[880, 0], [880, 0.15]] },
  ended: { tones: [[392, 0], [494, 0.12], [587, 0.24], [784, 0.36]] },
};

/** Milliseconds of vibration. @type {Record<string, number[]>} */
const VIBRATIONS = { placed: [12], moved: [12], ring_captured: [20, 30, 20], ended: [40, 60, 40], low: [60] };

/** Events that are felt when they are shown; a player's own choice is felt at once. */
const FELT = ["ring_captured", "ended"];

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Plays the sound of an event, if it has one. @param {string} name @param {number} [delay] in milliseconds */
export function sound(name, delay = 0) {
  const volume = Number(setting("volume")) / 100;
  const heard = SOUNDS[name];
  // Browsers allow sounds only after the player has used the page.
  if (!heard || !volume || document.hidden || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const out = new GainNode(context, { gain: volume });
  out.connect(context.destination);
  const start = context.currentTime + delay / 1000;
  for (const [frequency, at] of heard.knocks ?? []) knock(context, out, frequency, start + at);
  for (const [frequency, at] of heard.tones ?? []) tone(context, out, frequency, start + at);
}

/** Plays the sound of an event when it is shown, and vibrates if it is important. @param {string} name @param {number} [delay] in milliseconds */
export function signal(name, delay) {
  sound(name, delay);
  if (FELT.includes(name)) buzz(name);
}

/** Vibrates for an event of the player. @param {string} name */
export function buzz(name) {
  if (isOn("vibration") && VIBRATIONS[name] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATIONS[name]);
}

/** A short noise that resonates like wood. @param {AudioContext} audio @param {AudioNode} out @param {number} frequency @param {number} at */
function knock(audio, out, frequency, at) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate * 0.1, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-30 * i) / samples.length);
  }
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 3 })).connect(new GainNode(audio, { gain: 2.5 })).connect(out);
  source.start(at);
}

/** A soft bell. @param {AudioContext} audio @param {AudioNode} out @param {number} frequency @param {number} at */
function tone(audio, out, frequency, at) {
  const fade = new GainNode(audio, { gain: 0 });
  fade.gain.setValueAtTime(0.3, at);
  fade.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
  const source = new OscillatorNode(audio, { type: "triangle", frequency });
  source.connect(fade).connect(out);
  source.start(at);
  source.stop(at + 0.5);
}
