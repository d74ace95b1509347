'use strict'

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { readShellTexts } = require('./web-languages')

/** Files with texts, whose names must not change; written for each language. */
const pageName = 'index.html'
const manifestName = 'manifest.webmanifest'
const reportName = 'metafile.json'

/** Pictures whose names must not change; copied unchanged. */
const iconsFolder = 'icons'

/**
 * Writes the shells, which name the outputs: `index.html` in the first language, and such as `index.de.html` in each
 * other one. They share a version, as the server replaces all of them at once.
 *
 * @returns a function that makes the plugin for the build of a language; the last build to end writes the shells
 */
function createShells({ root, source, target, languages }) {
  const reports = new Map()

  const nameIn = (name, language) =>
    language === languages[0] ? name : name.replace(/(?=[.]\w+$)/, `.${language}`)
  const address = (file) => '/' + path.relative(target, path.join(root, file))
  const template = (name) => fs.readFileSync(path.join(source, name), 'utf8')
  const write = (name, language, text) =>
    fs.writeFileSync(path.join(target, nameIn(name, language)), text)

  function writeAll() {
    const version = versionOf([...reports.values()])
    for (const language of languages) {
      const values = {
        ...readShellTexts(source, language),
        ...mapValues(filesOfPage(reports.get(language)), address),
        language,
        version,
        manifest: `/${nameIn(manifestName, language)}`,
      }
      for (const name of [manifestName, pageName])
        write(name, language, fill(template(name), values))
    }
    fs.cpSync(path.join(source, iconsFolder), path.join(target, iconsFolder), { recursive: true })
    removeLeftovers(path.join(target, 'assets'), usedOutputs([...reports.values()]))
    // The file without a language in its name is the last one, for programs that watch for the end of a build.
    for (const language of languages.toReversed())
      write(reportName, language, JSON.stringify(reports.get(language)))
  }

  return (language) => ({
    name: 'shell',
    setup(build) {
      build.onEnd(({ errors, metafile }) => {
        if (errors.length > 0) return
        reports.set(language, metafile)
        if (reports.size === languages.length) writeAll()
      })
    },
  })
}

/** The outputs that a shell names. */
function filesOfPage({ outputs }) {
  const entry = (name) =>
    Object.entries(outputs).find(([, made]) => made.entryPoint?.endsWith(name))[0]
  // The entry only imports the one file that holds the code: the page imports that file itself, and waits for one
  // file.
  const [{ path: script }] = outputs[entry('main.tsx')].imports
  return { script, style: entry('page-styles'), settingsAreasStyle: entry('settings-styles') }
}

function versionOf(reports) {
  const names = new Set(reports.flatMap(({ outputs }) => Object.keys(outputs)))
  return crypto
    .createHash('sha256')
    .update([...names].sort().join())
    .digest('hex')
    .slice(0, 16)
}

function fill(text, values) {
  return text.replace(/{{(\w+)}}/g, (_match, name) => {
    if (values[name] === undefined) throw new Error(`There is no text ${name} for the shell.`)
    return values[name]
  })
}

/** Names of all outputs, without the bundler's own style sheets, which are not used. */
function usedOutputs(reports) {
  const used = reports.flatMap((report) => {
    const { style, settingsAreasStyle } = filesOfPage(report)
    return Object.keys(report.outputs).filter(
      (file) =>
        !/[.]css([.]map)?$/.test(file) ||
        [style, settingsAreasStyle].some((sheet) => file.startsWith(sheet)),
    )
  })
  return new Set(used.map((file) => path.basename(file)))
}

/** Deletes the files of an earlier build. */
function removeLeftovers(folder, made) {
  for (const file of fs.readdirSync(folder)) {
    const original = file.replace(/[.](br|gz)([.]part)?$/, '')
    if (!made.has(original)) fs.rmSync(path.join(folder, file))
  }
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

module.exports = { createShells }
