import { roles } from '../../../src/shared/rules/roles'
import { changedRole } from '../../../src/server/chat/actions/users/role'

const { owner, administrator, moderator, member, guest } = roles

describe('changedRole', () => {
  it('leaves a role alone unless it is asked for', () => {
    for (const role of Object.values(roles)) expect(changedRole(role, {})).toBe(role)
  })

  it('understands the flags of older clients', () => {
    expect(changedRole(member, { isAdmin: true })).toBe(administrator)
    expect(changedRole(administrator, { isAdmin: false })).toBe(member)
    expect(changedRole(member, { isGuest: true })).toBe(guest)
    expect(changedRole(guest, { isGuest: false })).toBe(member)
    expect(changedRole(administrator, { isAdmin: false, isGuest: true })).toBe(guest)
  })

  it('keeps an owner an owner when the flag says administrator', () => {
    expect(changedRole(owner, { isAdmin: true, isGuest: false })).toBe(owner)
    expect(changedRole(owner, { isAdmin: false })).toBe(member)
  })

  it('accepts the role argument of newer clients', () => {
    expect(changedRole(guest, { role: owner })).toBe(owner)
    expect(changedRole(owner, { role: guest, isGuest: true })).toBe(guest)
    expect(changedRole(member, { role: 300 })).toBe(moderator)
    expect(() => changedRole(member, { role: 500 })).toThrow('Invalid role')
    expect(() => changedRole(member, { role: member, isAdmin: true })).toThrow('contradicts')
  })

  it('keeps a moderator a moderator when the flag says no administrator', () => {
    expect(changedRole(moderator, { isAdmin: false, isGuest: false })).toBe(moderator)
    expect(changedRole(moderator, { isAdmin: true })).toBe(administrator)
    expect(changedRole(moderator, { isGuest: true })).toBe(guest)
  })

  it('refuses guests as administrators', () => {
    const refusal = 'Guests cannot be organization administrators'
    expect(() => changedRole(member, { isAdmin: true, isGuest: true })).toThrow(refusal)
    expect(() => changedRole(administrator, { isGuest: true })).toThrow(refusal)
    expect(() => changedRole(guest, { isAdmin: true })).toThrow(refusal)
  })
})
