'use strict'

/** Runs within `npm version`: dates the changelog, and adds it to the commit of the version. */

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { releaseChangelog } = require('./lib/release-changelog')

const root = path.resolve(__dirname, '..')
const file = path.join(root, 'CHANGELOG.md')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
const date = new Date().toISOString().slice(0, 10)

try {
  fs.writeFileSync(file, releaseChangelog(fs.readFileSync(file, 'utf8'), version, date))
  execFileSync('git', ['add', file], { cwd: root, stdio: 'inherit' })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
