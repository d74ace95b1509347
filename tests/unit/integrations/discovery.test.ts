import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  discoverIntegrations,
  findIntegration,
  listIntegrations,
} from '../../../src/api/integrations'

const DEFINE = join(__dirname, '../../../src/api/integrations/integration')

/** The source of a module that exports integrations of these names. */
function moduleOf(...names: string[]): string {
  const lines = names.map(
    (name, i) => `exports.n${i} = defineIntegration({ name: '${name}', displayName: '${name}',
      clientName: 'X', summary: '', payload: { type: 'object' }, format: () => null })`,
  )
  return [`const { defineIntegration } = require('${DEFINE}')`, ...lines].join('\n')
}

describe('finding integrations', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'integrations-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (file: string, source: string) => writeFileSync(join(folder, file), source)

  it('knows those that are built in', () => {
    expect(listIntegrations().map(({ name }) => name)).toEqual([
      'alertmanager',
      'github',
      'gitlab',
      'grafana',
      'helloworld',
      'json',
      'slack_incoming',
    ])
    expect(findIntegration('github')?.messageClient).toBe('ZulipGitHubWebhook')
    for (const name of ['', 'index', 'constructor', '__proto__', 'HelloWorld']) {
      expect(findIntegration(name)).toBeUndefined()
    }
  })

  it('reads one from each source file and passes over what is none', () => {
    write('door-bell.ts', moduleOf('door_bell'))
    write('kettle.ts', moduleOf('kettle'))
    for (const file of ['kettle.d.ts', 'kettle.js.map', 'index.ts', 'errors.ts', 'notes.md']) {
      write(file, 'throw new Error("not to be loaded")')
    }
    expect([...discoverIntegrations(folder).keys()]).toEqual(['door_bell', 'kettle'])
  })

  it('does not start when two share a name, even spelled in two ways', () => {
    write('door-bell.ts', moduleOf('door_bell'))
    write('door_bell.ts', moduleOf('door-bell'))
    expect(() => discoverIntegrations(folder)).toThrow('Two integrations are named door-bell')
  })

  it('does not start when one has the name of another file', () => {
    write('kettle.ts', moduleOf('teapot'))
    expect(() => discoverIntegrations(folder)).toThrow(
      'Integration teapot does not belong in kettle.ts',
    )
  })

  it.each([
    ['no integration', 'exports.kettle = { name: "kettle" }', 'not 0'],
    ['two integrations', moduleOf('kettle', 'teapot'), 'not 2'],
  ])('does not start when a file exports %s', (_, source, complaint) => {
    write('kettle.ts', source)
    expect(() => discoverIntegrations(folder)).toThrow(complaint)
  })
})
