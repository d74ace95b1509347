import { readShell } from '../../../src/web/service-worker/shell'

describe('the service worker', () => {
  const shellOf = (files: string, language = 'en') =>
    `<!doctype html><html lang="${language}"><head><meta name="parley-version" content="0123abcd" />` +
    `<meta name="parley-files" content="${files}" /></head></html>`

  it('reads the build, its language and its files from the page', () => {
    expect(readShell(shellOf('/assets/a-1.js /assets/b-2.css', 'de'))).toEqual({
      name: 'parley build 0123abcd de',
      files: ['/assets/a-1.js', '/assets/b-2.css'],
    })
  })

  it('takes no other page for the app, and no endless list of files', () => {
    expect(readShell('<!doctype html><html lang="en"><p>Nothing here.</p></html>')).toBeUndefined()
    expect(readShell(shellOf(Array(200).fill('/a').join(' ')))).toBeUndefined()
  })
})
