import { conditionOfFilter } from '../../../src/server/data/identities/scim-filter'
import { scimGroupColumns } from '../../../src/server/data/identities/scim-groups'
import { scimUserColumns } from '../../../src/server/data/identities/scim-users'
import { parseFilter, valuesChosenBy } from '../../../src/server/identity/scim/filter'
import {
  attributesAfter,
  attributesOf,
  flagIn,
  operationsOf,
  textIn,
} from '../../../src/server/identity/scim/patch'
import { wantedUserIn } from '../../../src/server/identity/scim/wanted-user'
import { asRecord } from '../../support/checked'

const equals = (attribute: string, value: string | boolean | null) => ({
  ...{ kind: 'compare', attribute, operator: 'eq', value },
})

describe('A filter of SCIM', () => {
  const parse = (text: string) => parseFilter(text, scimUserColumns)

  it.each([
    ['userName eq "a"', equals('username', 'a')],
    ['USERNAME EQ "a"', equals('username', 'a')],
    ['active eq False', equals('active', false)],
    ['externalId eq null', equals('externalid', null)],
    ['id eq 7', equals('id', '7')],
    ['externalId eq "a\\"b\\u00e9"', equals('externalid', 'a"bé')],
    ['externalId pr', { kind: 'present', attribute: 'externalid' }],
    ['emails[value eq "a"]', equals('emails.value', 'a')],
    [
      'id eq "1" or id eq "2" and id eq "3"',
      {
        kind: 'or',
        parts: [equals('id', '1'), { kind: 'and', parts: [equals('id', '2'), equals('id', '3')] }],
      },
    ],
    [
      'not (id eq "1" and (id eq "2"))',
      {
        kind: 'not',
        part: { kind: 'and', parts: [equals('id', '1'), equals('id', '2')] },
      },
    ],
  ])('is a tree: %s', (text, tree) => {
    expect(parse(text)).toEqual(tree)
  })

  it.each([
    ...['', 'userName', 'userName eq', 'userName eq "a" extra', 'userName zz "a"', '(id eq "1"'],
    ...['id eq "1")', 'id eq "1" and', 'not', 'active eq "true"', 'active sw true', 'id co null'],
    ...[
      'password eq "x"',
      'constructor eq "x"',
      'userName eq "a',
      'userName eq {"a":1}',
      'id eq x',
    ],
    ...[
      'userName eq "\\u0000"',
      'userName eq "\\ud800"',
      'emails[value eq "a"',
      `${'x'.repeat(2_001)} pr`,
    ],
    `${'('.repeat(21)}id pr${')'.repeat(21)}`,
    Array.from({ length: 51 }, () => 'id pr').join(' and '),
  ])('is refused if it is none: %s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }))
  })

  it('becomes a condition with its values as parameters', () => {
    const filter = parseFilter('members eq "7" and displayName co "x\'y"', scimGroupColumns)
    expect(() => conditionOfFilter(filter, scimGroupColumns)).not.toThrow()
    expect(() => conditionOfFilter(filter, scimUserColumns)).toThrow('No filter names members')
  })

  it('chooses members of a group', () => {
    expect(valuesChosenBy('value eq "7"')).toEqual(['7'])
    expect(valuesChosenBy('value eq "7" or value eq "8"')).toEqual(['7', '8'])
    for (const wrong of ['display eq "7"', 'value ne "7"', 'value pr', 'not (value eq "7")']) {
      expect(() => valuesChosenBy(wrong)).toThrow(
        expect.objectContaining({ scimType: 'invalidPath' }),
      )
    }
  })
})

describe('A PATCH of SCIM', () => {
  const after = (...Operations: unknown[]) => {
    const attributes = attributesAfter(operationsOf({ Operations }))
    return Object.fromEntries(attributes)
  }

  it.each([
    [{ op: 'Replace', path: 'active', value: 'False' }, { active: 'False' }],
    [{ op: 'replace', value: { active: false } }, { active: false }],
    [{ op: 'ADD', value: { 'name.givenName': 'Ada' } }, { 'name.givenname': 'Ada' }],
    [{ op: 'add', path: 'name', value: { familyName: 'King' } }, { 'name.familyname': 'King' }],
    [{ op: 'remove', path: 'externalId' }, { externalid: undefined }],
    [{ op: 'add', path: 'emails[type eq "work"].value', value: 'x' }, { 'emails[]': 'x' }],
    [
      { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'x' },
      { username: 'x' },
    ],
  ])('sets attributes: %j', (operation, expected) => {
    expect(after(operation)).toEqual(expected)
  })

  it('lets the last operation win', () => {
    const name = (value: string) => ({ op: 'replace', path: 'userName', value })
    expect(after(name('a'), name('b'))).toEqual({ username: 'b' })
  })

  it.each([
    [null, 'The body must be a JSON object.'],
    [{}, 'A PATCH has a list of Operations'],
    [{ Operations: [7] }, 'The body must be a JSON object.'],
    [{ Operations: [{ op: 'move' }] }, 'Unknown operation: move'],
    [{ Operations: [{ op: 'add', value: 7 }] }, 'An operation without a path'],
    [{ Operations: [{ op: 'add', path: 'a[b', value: 7 }] }, 'Invalid path: a[b'],
    [{ Operations: Array.from({ length: 1_001 }, () => ({})) }, 'A PATCH has a list of Operations'],
  ])('is refused if it is none: %j', (body, sentence) => {
    expect(() => operationsOf(body)).toThrow(sentence)
  })
})

describe('The wanted user of SCIM', () => {
  const wanted = (resource: object, currentName?: string) =>
    wantedUserIn(attributesOf(resource), currentName)

  it.each([
    [{ name: { formatted: 'Ada King', givenName: 'A', familyName: 'K' } }, 'Ada King'],
    [{ name: { givenName: 'Ada', familyName: 'King' }, displayName: 'Else' }, 'Ada King'],
    [{ name: { familyName: 'King' } }, 'Old King'],
    [{ name: { givenName: 'Ada' } }, 'Ada van Name'],
    [{ name: { familyName: '' } }, 'Old'],
    [{ name: null, displayName: 'Ada King' }, 'Ada King'],
    [{ displayName: '' }, undefined],
    [{ active: true }, undefined],
  ])('has a name: %j', (resource, fullName) => {
    expect(wanted(resource, 'Old van Name')).toMatchObject({ fullName })
  })

  it('has values of the right types', () => {
    const attributes = attributesOf({
      active: 'TRUE',
      externalId: '',
      role: 'guest',
      userName: ' a ',
    })
    expect(wantedUserIn(attributes)).toEqual({
      ...{ address: 'a', fullName: undefined, role: 600, isActive: true, externalId: null },
    })
    expect(() => flagIn(attributesOf({ active: 1 }), 'active')).toThrow('active must be true')
    expect(() => textIn(attributesOf({ role: [] }), 'role')).toThrow('role must be a text.')
    expect(() => wanted({ externalId: 'x'.repeat(1_001) })).toThrow('externalId is too long')
    expect(asRecord(wanted({ active: null }))).toMatchObject({ isActive: undefined })
  })
})
