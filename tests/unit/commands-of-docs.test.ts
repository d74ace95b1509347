import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program'
import { mapOf, shapedLike } from '../support/checked'

const root = join(__dirname, '../..')

/** Pages with commands for people to type; the page of the commands themselves is generated. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'commands.md')
    .map((name) => `docs/${name}`),
]

/** Lines of blocks of code, and spans of code. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, code = '']) => code)
  const prose = text.replace(/^```\w*\n[^]*?^```$/gm, '')
  const spans = [...prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code = '']) =>
    code.replace(/\s*\n\s*/g, ' '),
  )
  return [...blocks.flatMap((code) => code.replaceAll('\\\n', ' ').split('\n')), ...spans]
}

/** The words of each call of a program in a line, up to a comment, a pipe or the next call. */
function callsOf(program: RegExp, line: string): string[][] {
  const calls = [...line.matchAll(program)]
  return calls.map(({ index = 0, 0: start }) => {
    const [call = ''] = line.slice(index + start.length).split(/\s#|[|;&)>]|(?<=\s)or:/)
    return call.split(/[\s']+/).filter((word) => word !== '')
  })
}

/** `parley` as a word of its own or by its file; not in paths, addresses or options, nor a service in the settings of Postfix. */
const parley =
  /(?<=^|[\s;(])(?:parley|npm run (?:--silent )?parley --|node \S*dist\/cli\/main\.js)(?= (?!unix)|$)/g
const npmRun = /(?<=^|[\s;(])npm run (?=[a-z-])/g
const npxFile = /(?<=^|\s)(?:tests|scripts)\/[\w./-]+\.(?:ts|js)(?=$|[\s`])/g

/** The words that name no command or option of it; undefined if all do. */
function faultOf(words: readonly string[]): string | undefined {
  let command: Command = createProgram()
  for (const word of words) {
    if (word.startsWith('--')) {
      const [name] = word.split(/[=,.]/)
      const isKnown = command.options.some(({ long }) => long === name)
      if (!isKnown && !['--help', '--version'].includes(name ?? '')) return word
      continue
    }
    const next = command.commands.find((each) => each.name() === word)
    // A placeholder such as COMMAND, or a value.
    if (next) command = next
    else if (command.parent === null && /^[a-z][a-z-]+$/.test(word)) return word
  }
  return undefined
}

it('The pages contain commands that these tests find', () => {
  const words = codeOf('Run `parley backup FILE`.\n```sh\nparley list-users | head  # all\n```\n')
  expect(words.flatMap((line) => callsOf(parley, line))).toEqual([
    ['list-users'],
    ['backup', 'FILE'],
  ])
  expect([
    faultOf(['backup', '--nothing']),
    faultOf(['backups']),
    faultOf(['bridge', 'status']),
  ]).toEqual(['--nothing', 'backups', undefined])
})

describe.each(pages)('%s', (page) => {
  const code = codeOf(readFileSync(join(root, page), 'utf8'))

  it('shows commands of `parley` with options that exist', () => {
    const calls = code.flatMap((line) => callsOf(parley, line))
    const faults = calls.filter((words) => faultOf(words) !== undefined)
    expect(faults.map((words) => words.join(' '))).toEqual([])
  })

  it('shows scripts of npm, and files, that exist', () => {
    const { scripts } = shapedLike(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), {
      scripts: mapOf(''),
    })
    const named = code.flatMap((line) => callsOf(npmRun, line)).map((words) => words[0] ?? '')
    const files = code.flatMap((line) => [...line.matchAll(npxFile)].map(([file]) => file))
    const isMissing = (name: string): boolean => name !== '--silent' && !(name in scripts)
    expect(named.filter(isMissing)).toEqual([])
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
