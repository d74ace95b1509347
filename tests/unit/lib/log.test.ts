import { createLog } from '../../../src/server/lib/log'
import { firstOf } from '../../support/checked'

describe('an error of the database in the log', () => {
  it('names the failure and its place, but no values', () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const log = createLog({ logLevel: 'info', workerId: 'w' }, { write })
    const error = Object.assign(new Error('new row violates check constraint "users_check"'), {
      code: '23514',
      detail: 'Failing row contains (1, the-key-of-alice).',
      where: 'unnamed portal parameter $1 = the-key-of-alice',
      query: 'insert into users values ($1)',
      params: ['the-key-of-alice'],
    })
    log.error({ err: error }, 'failed')
    expect(lines.join()).not.toContain('the-key-of-alice')
    expect(JSON.parse(firstOf(lines))).toMatchObject({
      msg: 'failed',
      err: { code: '23514', message: error.message, stack: expect.stringContaining('log.test') },
    })
  })
})
