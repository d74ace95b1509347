import { describeWithServices } from '../support/services'
import { sufferStrangers } from './hostile-strangers'

/** Generous, because all other tests may run beside it. */
const patienceMs = 300_000

describeWithServices('costly mails and an archive, all at once', () => {
  it(
    'end with a reason for each of them, while the worker answers',
    async () => {
      const archives = [{ table: 'a', rows: 30_000 }]
      const [figures] = await sufferStrangers({ mib: 2, alone: false, archives })
      const refused = 'refused: The mail has too many parts, lines or headers.'
      expect(figures).toMatchObject({
        healthFailures: 0,
        outcomes: {
          ...{ marks: 'posted', links: 'posted', 'iso-2022-jp': 'posted', gb18030: 'posted' },
          ...{ flowed: 'posted', 'one line': 'posted', attachment: 'posted' },
          ...{ parts: refused, nested: refused, headers: refused },
          'archive of 1 kB': 'failed: realm.json has no organization.',
        },
      })
    },
    patienceMs,
  )
})
