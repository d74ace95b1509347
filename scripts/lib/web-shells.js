'use strict'

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { readShellTexts } = require('./web-languages')

/** Files with texts, whose names must not change; written for each language. */
const pageName = 'index.html'
const manifestName = 'manifest.webmanifest'
const reportName = 'metafile.json'

/** The service worker: its address decides which pages it serves, and must not change. */
const workerName = 'service-worker.js'

/** Pictures whose names must not change; copied unchanged. */
const iconsFolder = 'icons'
/** The icon in the banner of each page, needed offline too. */
const iconOfPage = `/${iconsFolder}/favicon.svg`

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
  const template = (name) => withoutComments(fs.readFileSync(path.join(source, name), 'utf8'))
  const write = (name, language, text) =>
    fs.writeFileSync(path.join(target, nameIn(name, language)), text)

  function writeAll() {
    const version = versionOf([...reports.values()])
    for (const language of languages) {
      const values = {
        ...readShellTexts(source, language),
        ...mapValues(filesOfPage(reports.get(language)), address),
        files: [...neededOffline(reports.get(language)).map(address), iconOfPage].join(' '),
        language,
        version,
        manifest: `/${nameIn(manifestName, language)}`,
      }
      for (const name of [manifestName, pageName])
        write(name, language, fill(template(name), values))
    }
    const worker = entryOf(reports.get(languages[0]), 'service-worker.ts')
    fs.copyFileSync(path.join(root, worker), path.join(target, workerName))
    fs.cpSync(path.join(source, iconsFolder), path.join(target, iconsFolder), { recursive: true })
    removeLeftovers(path.join(target, 'assets'), [...reports.values()].flatMap(usedOutputs))
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

/** The output of an entry, by the end of the entry's name. */
function entryOf({ outputs }, name) {
  return Object.entries(outputs).find(([, made]) => made.entryPoint?.endsWith(name))[0]
}

/** The outputs that a shell names. */
function filesOfPage(report) {
  // The entry only imports the one file that holds the code: the page imports that file itself, and waits for one
  // file.
  const [{ path: script }] = report.outputs[entryOf(report, 'main.tsx')].imports
  return {
    script,
    boot: entryOf(report, 'boot/boot.ts'),
    bootStyle: entryOf(report, 'boot.css'),
    style: entryOf(report, 'page-styles'),
    settingsAreasStyle: entryOf(report, 'settings-styles'),
  }
}

/** Outputs that the service worker stores: without itself, and without tables of data, which are fetched on demand. */
function neededOffline(report) {
  const main = entryOf(report, 'main.tsx')
  const isFetchedOnDemand = /[.]map$|[.]txt$|[.]json$|[/](password-judge|service-worker)-/
  return usedOutputs(report).filter((file) => file !== main && !isFetchedOnDemand.test(file))
}

function withoutComments(text) {
  return text.replace(/\n *<!--[^]*?-->/g, '')
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

/** All outputs but the bundler's own style sheets, which are not used. */
function usedOutputs(report) {
  const { bootStyle, style, settingsAreasStyle } = filesOfPage(report)
  const sheets = [bootStyle, style, settingsAreasStyle]
  return Object.keys(report.outputs).filter(
    (file) => !/[.]css([.]map)?$/.test(file) || sheets.some((sheet) => file.startsWith(sheet)),
  )
}

/** Deletes the files of an earlier build. */
function removeLeftovers(folder, used) {
  const made = new Set(used.map((file) => path.basename(file)))
  for (const file of fs.readdirSync(folder)) {
    const original = file.replace(/[.](br|gz)([.]part)?$/, '')
    if (!made.has(original)) fs.rmSync(path.join(folder, file))
  }
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

module.exports = { createShells }
