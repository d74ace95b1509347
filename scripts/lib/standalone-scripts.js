'use strict'

const path = require('node:path')

const source = path.resolve(__dirname, '../../src/web')

/** Scripts that share no file with the modules of the page, by the name of their output. */
const standaloneScripts = {
  boot: 'standalone:boot/boot.ts',
  'service-worker': 'standalone:service-worker/service-worker.ts',
}

/** Bundles each entry `standalone:FILE` into one classic script. */
const standalone = {
  name: 'standalone',
  setup(build) {
    build.onResolve({ filter: /^standalone:/ }, ({ path: name }) => ({
      path: name.slice('standalone:'.length),
      namespace: 'standalone',
    }))
    build.onLoad({ filter: /.*/, namespace: 'standalone' }, async ({ path: name }) => {
      const { contents, inputs } = await bundleAlone(build, path.join(source, name))
      return { contents, loader: 'js', watchFiles: inputs }
    })
  },
}

/**
 * One entry as one script, without the files that the entries of a page share.
 *
 * @param build the build that includes the script
 * @param plugins further plugins of esbuild
 */
async function bundleAlone(build, entry, plugins = []) {
  const { absWorkingDir, target, tsconfig } = build.initialOptions
  const made = await build.esbuild.build({
    ...{ absWorkingDir, target, tsconfig },
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins,
  })
  const inputs = Object.keys(made.metafile.inputs)
  return {
    contents: made.outputFiles[0].contents,
    inputs: inputs.map((file) => path.resolve(absWorkingDir, file)),
  }
}

module.exports = { bundleAlone, standalone, standaloneScripts }
