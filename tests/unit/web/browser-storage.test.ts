import { guarded } from '../../../src/web/data/storage/browser-storage'

describe('A storage that the browser denies', () => {
  it('is empty and keeps nothing', () => {
    const storage = guarded(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    storage.setItem('name', 'value')
    storage.removeItem('name')
    expect([storage.getItem('name'), storage.key(0), storage.length]).toEqual([null, null, 0])
  })
})

describe('A full storage', () => {
  it('keeps its content', () => {
    const full = {
      length: 1,
      key: () => 'name',
      getItem: () => 'old',
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
      removeItem: () => undefined,
      clear: () => undefined,
    }
    const storage = guarded(() => full)
    storage.setItem('name', 'new')
    expect([storage.getItem('name'), storage.key(0), storage.length]).toEqual(['old', 'name', 1])
  })
})
