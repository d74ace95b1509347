import { foldCase, isSameName } from '../../../../src/shared/rules/letter-case'

describe('names', () => {
  it.each([
    ['Ops', 'oPS', true],
    ['Straße', 'STRAßE', true],
    ['ÉTÉ', 'été', true],
    ['ops', 'ops ', false],
    ['ete', 'été', false],
    ['e\u0301te\u0301', 'ÉTÉ', true],
    ['ΝΕΟΣ', 'νεοσ', true],
    ['İzmir', 'izmir', true],
  ])('%s and %s are the same: %s', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame)
    expect(foldCase(one) === foldCase(other)).toBe(isSame)
  })
})
