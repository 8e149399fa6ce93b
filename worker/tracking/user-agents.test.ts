import { expect, test } from 'vitest'
import fieldCases from '../../test/field-cases/f22-user-agents.json'
import moreCases from '../../test/field-cases/f55-user-agents.json'
import { makeCard, request } from '../testing/app.ts'
import { recorded } from '../testing/visitor-events.ts'
import { describeVisitor } from './visitor.ts'

function leftOut(userAgent: string) {
  const headers = { 'User-Agent': userAgent }
  return describeVisitor(new Request('http://cards.test/', { headers })).leftOut
}

test.each([...fieldCases, ...moreCases])(
  'a view by $userAgent is recorded',
  async ({ userAgent, leftOut }) => {
    const card = await makeCard()
    const headers = { 'User-Agent': userAgent, 'CF-Connecting-IP': '203.0.113.122' }
    await request('POST', '/api/card-views', { cardId: card.id }, headers)
    const { totals, counts } = await recorded(card.id)
    expect(totals.views).toBe(leftOut === null ? 1 : 0)
    expect(Object.keys(counts).filter((key) => key.startsWith('vx'))).toEqual(
      leftOut === null ? [] : [`vx${leftOut}`],
    )
  },
)

const chrome = (device: string, after = '') =>
  `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36${after}`
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

test.each([
  chrome('Linux; Android 10; K'),
  chrome('Linux; Android 11; CUBOT_X18_Plus'),
  chrome('Linux; Android 12; BOT-X1 Build/SP1A.210812.016; wv'),
  chrome('Linux; Android 9; Spider S2 Build/PPR1.180610.011'),
  chrome('Linux; Android 13; Crawler 7 (Pro) Build/TP1A'),
  chrome('Linux; Android 8.1.0; ROBOT Build/O11019/1589'),
  chrome('Linux; U; Android 4.4; de-de; Scan Preview One Build/KOT49H'),
  chrome('Linux; arm_64; Android 12; Radar One'),
  chrome('Linux; Tizen 2.3; SAMSUNG Monitor'),
  'Mozilla/5.0 (Mobile; Checker B35; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  'Mozilla/5.0 (Android 14; Mobile; rv:109.0) Gecko/118.0 Firefox/118.0',
  chrome(
    'Linux; Android 13; KINGKONG Build/CUBOT; wv',
    ' [FB_IAB/FB4A;FBAV/440.0.0.29.116;FBBV/1;FBDM/{density=2.0};FBCR/Spider Mobile;FBMF/CUBOT;FBDV/CUBOT X50;]',
  ),
  chrome(
    'Linux; Android 12; X50; wv',
    ' Instagram 309.0.0.40.113 Android (31/12; 480dpi; 1080x2400; CUBOT; CUBOT KINGKONG; kk; mt6785; de_DE; 536988387)',
  ),
  `${iphone} [FBAN/FBIOS;FBAV/440.0.0.40.112;FBDV/iPhone14,2;FBMD/iPhone;FBCR/Robot Telecom;FBSN/iOS;FBLC/de_DE]`,
  '[FBAN/FBIOS;FBAV/440.0.0.40.112;FBDV/iPhone14,2;FBMD/iPhone;FBSN/iOS;FBSV/17.0;FBLC/de_DE]',
  `[FBAN/FB4A;FBAV/567.1.0.52.74;FBDM/{density=3.0};FBCR/${'x'.repeat(600)}`,
  `${iphone} Instagram 309.0.0.40.113 (iPhone14,2; iOS 17_0; de_DE; de; scale=3.00; 1170x2532; 536988387)`,
  `${iphone} [LinkedInApp]/9.27.1`,
  chrome('Linux; Android 13; SM-S921B; wv', ' musical_ly_2023 BytedanceWebview/d8a21c6'),
])('a visitor with %s counts', (userAgent) => {
  expect(leftOut(userAgent)).toBeNull()
})

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot'],
  [
    chrome(
      'Linux; Android 6.0.1; Nexus 5X Build/MMB29P',
      ' (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ),
    'bot',
  ],
  [chrome('Linux; Android 7.0; Moto G (4)', ' Chrome-Lighthouse'), 'bot'],
  [
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'bot',
  ],
  [
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'bot',
  ],
  [chrome('Linux; Android 10; DuckDuckBot/1.1; +http://duckduckgo.com/duckduckbot'), 'bot'],
  [chrome('Linux; Android 10; SomeCrawler/2.0'), 'bot'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'bot'],
  ['curl/8.5.0', 'bot'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'preview',
  ],
  ['WhatsApp/2.23.20.0 A', 'preview'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
])('%s is left out as a %s', (userAgent, reason) => {
  expect(leftOut(userAgent)).toBe(reason)
})

test("Facebook's app is a phone", () => {
  const headers = { 'User-Agent': '[FBAN/FB4A;FBAV/567.1.0.52.74;FBLC/de_DE;FBDV/SM-S921B;]' }
  const { device } = describeVisitor(new Request('http://cards.test/', { headers }))
  expect(device).toMatch(/^Mobile\|/)
})
