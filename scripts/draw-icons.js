'use strict'

const path = require('node:path')

/**
 * Draws the PNG icons from our SVG: for lists of installed apps, which cut them to a shape of their own
 * (`maskable`), and for systems that show them unchanged.
 */
const drawings = [
  { from: 'favicon.svg', to: 'icon-192.png', pixels: 192 },
  { from: 'favicon.svg', to: 'icon-512.png', pixels: 512 },
  { from: 'maskable.svg', to: 'maskable-192.png', pixels: 192 },
  { from: 'maskable.svg', to: 'maskable-512.png', pixels: 512 },
  { from: 'maskable.svg', to: 'apple-touch-icon.png', pixels: 180 },
]

/** @param folder contains the drawings, and receives the pictures */
async function drawIcons(folder) {
  // Loaded only when there is something to draw.
  const sharp = require('sharp')
  for (const { from, to, pixels } of drawings) {
    await sharp(path.join(folder, from), { density: 1200 })
      .resize(pixels, pixels)
      .png({ compressionLevel: 9, palette: true })
      .toFile(path.join(folder, to))
  }
}

module.exports = { drawIcons }
