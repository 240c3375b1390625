// What all browser tests need: Chromium, and a page of which everything is heard.
import { chromium } from "playwright-core";

/** Opens Chromium: where it lies is what CHROMIUM says. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
}

/** Opens a file, and keeps what it asks of the network and complains of. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const heard = { requests: [], complaints: [] };
  page.on("request", (request) => heard.requests.push(request.url()));
  page.on("console", (message) => heard.complaints.push(message.text()));
  page.on("pageerror", (error) => heard.complaints.push(error.message));
  await page.goto(url);
  return { page, heard, close: () => context.close() };
}

/** How far two colours stand apart, as WCAG 2 counts it. */
export function contrast(one, other) {
  const light = (colour) => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
