'use strict'

/**
 * Packs what the build of the web app made, as small as can be: workers send these files all the time
 * and should not pack them each time. What is there already is of the same file, for each has a digest
 * of its content in its name.
 */

const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const zlib = require('node:zlib')

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Scripts, styles, drawings and data; source maps are for those who look for bugs, and they can wait. */
const packable = /[.](js|css|svg|json)$/

/** @param {string} folder whose files have a digest in their names */
async function compressAssets(folder) {
  const names = fs.readdirSync(folder).filter((name) => packable.test(name))
  await Promise.all(names.map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file) {
  if (fs.existsSync(`${file}.br`) && fs.existsSync(`${file}.gz`)) return
  const bytes = await fs.promises.readFile(file)
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  // The best quality of brotli is the one it has unless told otherwise.
  await write(`${file}.br`, await brotli(bytes, { params }))
  await write(`${file}.gz`, await gzip(bytes, { level: 9 }))
}

/** A build that is stopped leaves nothing that looks complete. */
async function write(file, bytes) {
  await fs.promises.writeFile(`${file}.part`, bytes)
  await fs.promises.rename(`${file}.part`, file)
}

module.exports = { compressAssets }
