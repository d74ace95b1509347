import { present } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { describeReadState } from './read-state.suite'

describe('read state in the embedded database', () => {
  describeReadState(async () => ({ template: await emptyDatabase() }))
})

describeWithServices('read state in PostgreSQL', () => {
  let stores: TestStores
  afterAll(() => stores.remove())
  describeReadState(async () => {
    stores = await createTestStores()
    return {
      url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(stores.searchPath, 'searchPath'),
    }
  })
})
