'use strict'

const path = require('node:path')

/**
 * The icons that systems want as pixels, drawn from ours: for the lists of installed apps, which cut
 * them to a shape of their own (`maskable`), and for those that show them as they are.
 */
const drawings = [
  { from: 'favicon.svg', to: 'icon-192.png', pixels: 192 },
  { from: 'favicon.svg', to: 'icon-512.png', pixels: 512 },
  { from: 'maskable.svg', to: 'maskable-512.png', pixels: 512 },
  { from: 'maskable.svg', to: 'apple-touch-icon.png', pixels: 180 },
]

/** @param folder has the drawings, and gets the pictures */
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
