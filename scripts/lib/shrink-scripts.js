'use strict'

/**
 * Shrinks the scripts of the web app a second time: the bundler minifies each module alone, the minifier here also
 * joins and drops code across modules, which saves 6 % of the bytes as sent.
 */

const fs = require('node:fs')
const path = require('node:path')

/**
 * Writes the outputs of builds in the place of the bundler. A file that is compressed already stays, as its name has a
 * digest of its content. Builds that run at the same time share the writer, and outputs.
 *
 * @returns a plugin for each of these builds, which comes before plugins that read the outputs
 */
function createShrinkingWriter() {
  const written = new Map()
  const writeOnce = (file, made) => {
    if (!written.has(file.path)) written.set(file.path, writeOutput(file, made))
    return written.get(file.path)
  }

  return {
    name: 'shrinking-writer',
    setup(build) {
      build.initialOptions.write = false
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return
        const made = new Map(outputFiles.map((file) => [file.path, file]))
        const files = outputFiles.filter((file) => !file.path.endsWith('.js.map'))
        await Promise.all(files.map((file) => writeOnce(file, made)))
      })
    },
  }
}

async function writeOutput(file, made) {
  if (['.br', '.gz'].every((end) => fs.existsSync(`${file.path}${end}`))) return
  await fs.promises.mkdir(path.dirname(file.path), { recursive: true })
  const map = made.get(`${file.path}.map`)
  if (!file.path.endsWith('.js') || !map) {
    await fs.promises.writeFile(file.path, file.contents)
    return
  }
  // Loading takes longer than finding that nothing has changed.
  const { minify } = require('@swc/core')
  const shrunk = await minify(file.text, {
    module: true,
    compress: { passes: 3 },
    mangle: true,
    format: { comments: 'some' },
    // Lines of the shrunk script lead to those of the sources, by the map of the bundler.
    sourceMap: { content: map.text, filename: path.basename(file.path) },
  })
  await fs.promises.writeFile(map.path, shrunk.map)
  const link = /\n\/\/# sourceMappingURL=.*\n?$/.exec(file.text)?.[0] ?? ''
  await fs.promises.writeFile(file.path, shrunk.code.trimEnd() + link)
}

module.exports = { createShrinkingWriter }
