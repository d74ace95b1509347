'use strict'

/**
 * Compresses the built files of the web app as small as possible, once, so that workers need not for each
 * request. An existing compressed file is current, because every name contains a digest of the content.
 */

const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const zlib = require('node:zlib')

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Scripts, styles, drawings and data; source maps stay uncompressed, as only developers load them. */
const packable = /[.](js|css|svg|json)$/

/** @param {string} folder its files have a digest in their names */
async function compressAssets(folder) {
  const names = fs.readdirSync(folder).filter((name) => packable.test(name))
  await Promise.all(names.map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file) {
  if (fs.existsSync(`${file}.br`) && fs.existsSync(`${file}.gz`)) return
  const bytes = await fs.promises.readFile(file)
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  // brotli's default quality is the best one.
  await write(`${file}.br`, await brotli(bytes, { params }))
  await write(`${file}.gz`, await gzip(bytes, { level: 9 }))
}

/** Written under another name first, so that a stopped build leaves no file that looks complete. */
async function write(file, bytes) {
  await fs.promises.writeFile(`${file}.part`, bytes)
  await fs.promises.rename(`${file}.part`, file)
}

module.exports = { compressAssets }
