import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCurl } from '../support/binaries'
import { built } from '../support/built-server'
import { asRecord, asText, present, shapedLike } from '../support/checked'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { OwnProcess } from '../support/own-process'
import { describeWith } from '../support/services'
import { untilHolds } from '../support/until'

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8')
const section = /\n## Send and receive a message\n([^]*?)\n## /.exec(readme)?.[1] ?? ''
const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, text]) => present(text, 'text'))

/** A command of README, and the answers that README shows below it. */
interface Example {
  command: string
  answers: string[]
}

/** Commands end with the line that the shell would take as their end. */
function examplesOf(block: string): Example[] {
  const examples: Example[] = []
  let command = ''
  for (const line of block.split('\n')) {
    if (line.startsWith('# → ')) examples.at(-1)?.answers.push(line.slice('# → '.length))
    else if (command !== '' || !/^(#|$)/.test(line)) {
      command += `${line}\n`
      if (line.endsWith('\\')) continue
      examples.push({ command, answers: [] })
      command = ''
    }
  }
  return examples
}

/** `…` matches anything; names in capitals match values that a server makes up. */
function patternOf(answer: string): RegExp {
  const escaped = answer.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = escaped
    .replaceAll('…', '.*')
    .replaceAll('QUEUE_ID', '\\d+:\\d+')
    .replaceAll('HOOK_KEY', '\\w{32}')
  return new RegExp(`^${pattern}$`, 'm')
}

const needs = { name: 'curl', url: findCurl() }

describeWith(needs, "README's examples of sending and receiving", () => {
  let folder: string
  let server: OwnProcess
  let output = ''
  /** Values for the names in capitals in the commands. */
  const known: Record<string, string> = {}

  beforeAll(async () => {
    folder = await makeOwnFolder('readme')
    server = new OwnProcess({
      command: process.execPath,
      args: [built('main.js')],
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder },
      onLine: (line) => (output += `${line}\n`),
    })
    await untilHolds('the server is ready', () => output.includes('curl '))
    const login = readFileSync(join(folder, 'owner-login.json'), 'utf8')
    known['API_KEY'] = shapedLike(JSON.parse(login), { api_key: '' }).api_key
  })
  afterAll(async () => {
    await server.end('SIGTERM')
    await removeOwnFolder(folder)
  })

  /** Polls that README sends to the background. */
  const waiting: Promise<string>[] = []
  const shell = (text: string): Promise<string> =>
    new Promise((resolve) => {
      execFile('bash', ['-c', text], { env: { PATH: process.env['PATH'] } }, (_error, stdout) =>
        resolve(stdout),
      )
    })

  it('answer as written beside them, one after the other on a server that has just begun', async () => {
    const settings: string[] = []
    const url = present(/ready at (\S+)/.exec(output)?.[1])
    const [first = '', second = ''] = blocks
    const examples = [...examplesOf(first), ...examplesOf(second)]
    expect(examples.filter(({ answers }) => answers.length > 0)).toHaveLength(4)
    for (const { command, answers } of examples) {
      const filled = command
        .replace('http://127.0.0.1:9991', url)
        .replace(/\b(?:API_KEY|QUEUE_ID|HOOK_KEY)\b/g, (name) => known[name] ?? name)
      if (/^\w+='?\S+$/.test(filled.trim())) {
        settings.push(filled)
        continue
      }
      const isInBackground = filled.trimEnd().endsWith('&')
      const isStream = filled.includes('/events/stream')
      const line = isInBackground ? filled.trimEnd().slice(0, -1) : filled
      const before = settings.join('')
      const told = isStream ? firstEventOf(`${before}exec ${line}`) : shell(`${before}${line}`)
      if (isInBackground) {
        waiting.push(told)
        continue
      }
      const answer = await told
      for (const expected of answers) expect(answer).toMatch(patternOf(expected))
      if (!isStream) expect(JSON.parse(answer)).toMatchObject({ result: 'success', msg: '' })
      const facts = asRecord(isStream ? {} : JSON.parse(answer))
      if (facts['queue_id'] !== undefined) known['QUEUE_ID'] = asText(facts['queue_id'])
      if (command.includes('/bots')) known['HOOK_KEY'] = asText(facts['api_key'])
    }
    const [polled = ''] = await Promise.all(waiting)
    expect(JSON.parse(polled)).toMatchObject({
      events: [{ type: 'message', message: { content: 'Hello!' } }],
    })
  })

  /** The lines until the first event is there, which the stream goes on after. */
  async function firstEventOf(text: string): Promise<string> {
    const lines: string[] = []
    const args = ['-c', text]
    const client = new OwnProcess({ command: 'bash', args, onLine: (line) => lines.push(line) })
    await untilHolds('an event is there', () => lines.some((line) => line.startsWith('data: ')))
    await client.end()
    return lines.join('\n')
  }
})
