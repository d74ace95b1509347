import { present } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { describeAccess } from './access.suite'

describe('the rule of access in the embedded database', () => {
  describeAccess(async () => ({ template: await emptyDatabase() }))
})

describeWithServices('the rule of access in PostgreSQL', () => {
  let stores: TestStores
  afterAll(() => stores.remove())
  describeAccess(async () => {
    stores = await createTestStores()
    return {
      url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(stores.searchPath, 'searchPath'),
    }
  })
})
