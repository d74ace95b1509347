import { nameStroke } from '../../../src/web/keyboard/stroke'

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const name = (stroke: object, isMac = false) =>
  nameStroke({ key: '', code: '', ...none, ...stroke }, isMac)

describe('The names of keys', () => {
  it('letters are what is typed', () => {
    expect(name({ key: 'j', code: 'KeyJ' })).toBe('j')
    // On a Dvorak keyboard.
    expect(name({ key: 'j', code: 'KeyC' })).toBe('j')
  })

  it('letters go by their place where no Latin ones are typed', () => {
    expect(name({ key: 'о', code: 'KeyJ' })).toBe('j')
    expect(name({ key: 'Ш', code: 'KeyI', shiftKey: true })).toBe('Shift+i')
    expect(name({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('Mod+k')
  })

  it('Caps Lock makes no difference, Shift does', () => {
    expect(name({ key: 'J', code: 'KeyJ' })).toBe('j')
    expect(name({ key: 'U', code: 'KeyU', shiftKey: true })).toBe('Shift+u')
    expect(name({ key: 'u', code: 'KeyU', shiftKey: true })).toBe('Shift+u')
  })

  it('signs are what they are, however they are typed', () => {
    expect(name({ key: '?', code: 'Slash', shiftKey: true })).toBe('?')
    expect(name({ key: '/', code: 'Digit7', shiftKey: true })).toBe('/')
    expect(name({ key: '*', code: 'BracketRight', ctrlKey: true, altKey: true })).toBe('*')
  })

  it('the key for commands is the one of the system', () => {
    expect(name({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe('Mod+k')
    expect(name({ key: 'k', code: 'KeyK', metaKey: true })).toBeUndefined()
    expect(name({ key: 'k', code: 'KeyK', metaKey: true }, true)).toBe('Mod+k')
    expect(name({ key: 'k', code: 'KeyK', ctrlKey: true }, true)).toBeUndefined()
    expect(name({ key: 'j', code: 'KeyJ', altKey: true })).toBeUndefined()
  })

  it('named keys are called as the browser calls them', () => {
    expect(name({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown')
    expect(name({ key: 'Escape', code: 'Escape' })).toBe('Escape')
  })
})
