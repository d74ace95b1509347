import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../../src/server/config/settings'
import { nodeFlagsInShell } from '../../src/server/start/node-flags'
import { findLogrotate, findSystemdAnalyze } from '../support/binaries'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { describeWith } from '../support/services'

const deploy = join(__dirname, '../../deploy')
const file = join(deploy, 'systemd/parley@.service')
const unit = readFileSync(file, 'utf8')
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

describe('the unit of systemd', () => {
  it('runs the same command as npm start', () => {
    const command = `exec node ${nodeFlagsInShell.replaceAll('$', '$$$$')} dist/main.js`
    expect(valueOf('ExecStart')).toBe(`/bin/sh -c '${command}'`)
  })

  it('leaves a worker more time and files than the settings allow it', () => {
    const { shutdownTimeoutMs, maxPollsPerWorker } = settings
    expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(
      Number(shutdownTimeoutMs.byDefault),
    )
    expect(Number(valueOf('LimitNOFILE'))).toBeGreaterThan(2 * Number(maxPollsPerWorker.byDefault))
  })

  it('gives the server a data folder that it may write', () => {
    expect(valueOf('Environment')).toContain(` DATA_DIR=/var/lib/${valueOf('StateDirectory')}`)
    expect(valueOf('ProtectSystem')).toBe('strict')
  })

  it('unpacks archives on the disk, in a folder of its own', () => {
    expect(valueOf('Environment')).toMatch(/ TMPDIR=\/var\/tmp$/)
    expect(valueOf('PrivateTmp')).toBe('yes')
  })

  it('has an example with existing settings', () => {
    const example = readFileSync(join(deploy, 'systemd/parley.env.example'), 'utf8')
    const named = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(Object.values(settings).map(({ name }) => name)).toEqual(expect.arrayContaining(named))
    expect(valueOf('EnvironmentFile')).toBe('-/etc/parley/parley.env')
  })
})

const analyze = { name: 'program systemd-analyze', url: findSystemdAnalyze() }

describeWith(analyze, 'the unit of systemd, as systemd reads it', (program) => {
  it('is valid', async () => {
    const folder = await makeOwnFolder('systemd')
    const instance = join(folder, 'parley@9991.service')
    cpSync(file, instance)
    const options = { encoding: 'utf8', stdio: 'pipe' } as const
    expect(execFileSync(program, ['verify', instance], options)).toBe('')
    await removeOwnFolder(folder)
  })
})

const logrotate = { name: 'program logrotate', url: findLogrotate() }

describeWith(logrotate, 'the rotation of logs', (program) => {
  it('is valid', async () => {
    const folder = await makeOwnFolder('logrotate')
    const rules = join(folder, 'parley')
    // logrotate ignores rules that other users may write.
    cpSync(join(deploy, 'logrotate/parley'), rules)
    chmodSync(rules, 0o644)
    const words = ['--debug', '--state', join(folder, 'state'), rules]
    const told = execFileSync('sh', ['-c', '"$@" 2>&1', 'sh', program, ...words], {
      encoding: 'utf8',
    })
    expect(told).toContain('rotating pattern: /var/log/parley/*.log  after 1 days (14 rotations)')
    expect(told).not.toMatch(/error/i)
    await removeOwnFolder(folder)
  })
})
