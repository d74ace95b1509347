import { explainFailedStart } from '../../../src/server/start/failed-start'
import { testConfig } from '../../support/config'

describe('the reason of a start that failed', () => {
  const config = testConfig({ DATA_DIR: '/srv/parley/data', PORT: '80', HOST: '127.0.0.1' })
  const errorOf = (facts: object) => Object.assign(new Error('EACCES: permission denied'), facts)

  it('names the folder or the port, whose error codes are the same', () => {
    const refused = { code: 'EACCES', syscall: 'mkdir' }
    for (const path of ['/srv', '/srv/parley/data', '/srv/parley/data/uploads']) {
      const told = explainFailedStart(errorOf({ ...refused, path }), config)
      expect(told).toBe(
        'The folder of DATA_DIR, /srv/parley/data, cannot be used: EACCES: permission denied.',
      )
    }
    const port = errorOf({ code: 'EACCES', syscall: 'listen', address: '127.0.0.1' })
    expect(explainFailedStart(port, config)).toMatch(/^This account may not listen on port 80/)
  })

  it('contains the full error for other files', () => {
    const told = explainFailedStart(errorOf({ code: 'ENOENT', path: '/srv/parley/db' }), config)
    expect(told).toMatch(/code ENOENT/)
    expect(told).not.toMatch(/DATA_DIR/)
  })
})
