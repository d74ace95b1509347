'use strict'

/**
 * Turns the heading "Unreleased" of a changelog into a version and its date, below an empty "Unreleased".
 *
 * @param {string} text the changelog
 * @param {string} version such as `0.2.0`
 * @param {string} date such as `2026-11-25`
 * @throws Error if nothing is unreleased, or the version has a heading already
 */
function releaseChangelog(text, version, date) {
  if (text.includes(`\n## ${version} - `)) throw new Error(`CHANGELOG.md has ${version} already.`)
  const [, heading, body] = /^(## Unreleased\n)([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? []
  if (!heading) throw new Error('CHANGELOG.md has no heading "Unreleased".')
  if (body.trim() === '') throw new Error('CHANGELOG.md names nothing below "Unreleased".')
  return text.replace(heading, () => `${heading}\n## ${version} - ${date}\n`)
}

module.exports = { releaseChangelog }
