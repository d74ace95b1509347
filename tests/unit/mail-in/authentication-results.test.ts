import { isForged } from '../../../src/server/mail-in/reading/authentication-results'

// Source: docs/protocol/mail-in.md#reply-trust.
describe('the judgment of a mail server in front', () => {
  it.each([
    ['mx.example.org; dmarc=fail (p=none; dis=none) header.from=x.org; spf=pass', true],
    ['MX.example.org 1; spf=pass smtp.mailfrom=x.org; dkim=pass; DMARC=Fail', true],
    ['mx.example.org; spf=fail; dkim=none', true],
    ['mx.example.org; dkim=fail reason="a; dkim=pass"', true],
    ['mx.example.org; dmarc=pass; spf=fail; dkim=fail', false],
    ['mx.example.org; spf=fail; dkim=fail header.d=a.org; dkim=pass header.d=x.org', false],
    ['mx.example.org; spf=softfail; dkim=none', false],
    ['mx.example.org; none', false],
    ['other.example.org; dmarc=fail', false],
    ['(mx.example.org; dmarc=fail', false],
    ['', false],
    [undefined, false],
  ])('%s', (header, forged) => {
    expect(isForged(header, 'mx.example.org')).toBe(forged)
  })
})
