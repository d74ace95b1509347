import { nameStroke } from '../../../src/web/lib/keyboard/stroke'

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const name = (stroke: object, isMac = false) =>
  nameStroke({ key: '', code: '', ...none, ...stroke }, isMac)

describe('The names of keys', () => {
  it('match letters by the typed character', () => {
    expect(name({ key: 'j', code: 'KeyJ' })).toBe('j')
    // Dvorak keyboard.
    expect(name({ key: 'j', code: 'KeyC' })).toBe('j')
  })

  it('match letters by position if the typed ones are not Latin', () => {
    expect(name({ key: 'о', code: 'KeyJ' })).toBe('j')
    expect(name({ key: 'Ш', code: 'KeyI', shiftKey: true })).toBe('Shift+i')
    expect(name({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('Mod+k')
  })

  it('ignore Caps Lock, but not Shift', () => {
    expect(name({ key: 'J', code: 'KeyJ' })).toBe('j')
    expect(name({ key: 'U', code: 'KeyU', shiftKey: true })).toBe('Shift+u')
    expect(name({ key: 'u', code: 'KeyU', shiftKey: true })).toBe('Shift+u')
  })

  it('match signs by the typed character, whatever keys type it', () => {
    expect(name({ key: '?', code: 'Slash', shiftKey: true })).toBe('?')
    expect(name({ key: '/', code: 'Digit7', shiftKey: true })).toBe('/')
    expect(name({ key: '*', code: 'BracketRight', ctrlKey: true, altKey: true })).toBe('*')
  })

  it('use the command key of the system', () => {
    expect(name({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe('Mod+k')
    expect(name({ key: 'k', code: 'KeyK', metaKey: true })).toBeUndefined()
    expect(name({ key: 'k', code: 'KeyK', metaKey: true }, true)).toBe('Mod+k')
    expect(name({ key: 'k', code: 'KeyK', ctrlKey: true }, true)).toBeUndefined()
    expect(name({ key: 'j', code: 'KeyJ', altKey: true })).toBeUndefined()
  })

  it('match named keys by the names of the browser', () => {
    expect(name({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown')
    expect(name({ key: 'Escape', code: 'Escape' })).toBe('Escape')
  })
})
