import fc from 'fast-check'
import { expect, test } from 'vitest'
import fieldCases from '../test/field-cases/f17-videos.json' with { type: 'json' }
import moreCases from '../test/field-cases/f45-videos.json' with { type: 'json' }
import { video } from './video.ts'

test.each([
  [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  [
    'www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/abcdef1234',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef1234',
  ],
  ['https://films.example/a.mp4', 'https://films.example/a.mp4'],
  [
    'https://evil.example/?x=youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?x=youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ['http://films.example/a.mp4', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('the player of %j is %s', (address, src) => {
  expect(video(address)?.src).toBe(src)
})

test('a video is https and from a supported host', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const found = video(address)
      if (found) expect(new URL(found.src).origin).toBe(found.host)
      expect(found?.src ?? 'https:').toMatch(/^https:/)
    }),
  )
})

/** The kind and the player of the field cases. */
const players = new Map([
  ['https://vimeo.com/event/1234567', ['link', undefined]],
  [
    'https://www.youtube.com/playlist?list=PLabcdefghijklmnop',
    ['youtube', '/embed/videoseries?list=PLabcdefghijklmnop&autoplay=1&rel=0'],
  ],
  [
    'https://vimeo.com/manage/videos/76979871/abcdef1234',
    ['vimeo', '/video/76979871?autoplay=1&dnt=1&h=abcdef1234'],
  ],
  ['https://www.loom.com/share/0123456789abcdef0123456789abcdef', ['link', undefined]],
  [
    'https://www.youtube.com/embed/videoseries?list=PLabcdefghijklmnop',
    ['youtube', '/embed/videoseries?list=PLabcdefghijklmnop&autoplay=1&rel=0'],
  ],
  ['https://drive.google.com/file/d/1AbCdEf/view', ['link', undefined]],
  [
    'http://vimeo.com/245928033/572c32a20d',
    ['vimeo', '/video/245928033?autoplay=1&dnt=1&h=572c32a20d'],
  ],
])

test.each([...fieldCases, ...moreCases])('$url: $expected', ({ url }) => {
  const found = video(url)
  const path = found?.kind === 'link' ? undefined : found?.src.slice(found.host.length)
  expect([found?.kind, path]).toEqual(players.get(url))
  expect(found?.href).toBe(url)
})

const ofYoutube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'
const ofVimeo = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'

test.each([
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?si=x', ofYoutube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', ofYoutube],
  ['https://www.youtube.com/watch/dQw4w9WgXcQ', ofYoutube],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM', ofYoutube],
  ['https://www.youtube.com/watch?list=PLabcdefghijklmnop&v=dQw4w9WgXcQ', ofYoutube],
  ['https://www.youtube.com/attribution_link?a=1&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ', ofYoutube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc#t=5', ofYoutube],
  ['http://www.youtube.com/watch?v=dQw4w9WgXcQ', ofYoutube],
  ['https://vimeo.com/76979871?share=copy#t=0', ofVimeo],
  ['https://vimeo.com/manage/videos/76979871', ofVimeo],
  ['https://vimeo.com/channels/staffpicks/76979871', ofVimeo],
  ['https://vimeo.com/groups/short/videos/76979871', ofVimeo],
  ['https://vimeo.com/showcase/1234567/video/76979871', ofVimeo],
  ['https://vimeo.com/76979871/settings', ofVimeo],
  ['https://player.vimeo.com/video/76979871?h=abcdef1234', `${ofVimeo}&h=abcdef1234`],
])('%s is played by %s', (address, player) => {
  expect(video(address)?.src).toBe(player)
})

test.each([
  'https://www.youtube.com/@ada',
  'https://www.youtube.com/channel/UC1234567890abcdefghijkl',
  'https://www.youtube.com/results?search_query=ada&v=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/live_stream?channel=UC1234567890abcdefghijkl',
  'https://www.youtube.com/embed/videoseries',
  'https://www.youtube.com/playlist?list=WL',
  'https://www.youtube.com/clip/UgkxabcdefghIJKL',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/user/dQw4w9WgXcQ',
  'https://vimeo.com/event/1234567/abcdef1234',
  'https://vimeo.com/showcase/1234567',
  'https://vimeo.com/album/1234567',
  'https://vimeo.com/channels/1234567',
  'https://vimeo.com/ondemand/ada/76979871',
  'https://vimeo.com/user12345',
  'https://vimeo.com/ada',
  'https://www.dropbox.com/s/abc/film.mp4?dl=0',
  'https://commons.wikimedia.org/wiki/File:Film.webm',
  'https://archive.org/details/films/film.mp4',
  'https://code.example/ada/site/blob/main/film.mp4',
  'https://films.example/watch?file=a.mp4',
  'https://films.example/',
  'https://www.tiktok.com/@ada/video/7300000000000000000',
])('%s is a page, and only linked', (address) => {
  expect(video(address)).toMatchObject({ kind: 'link', href: address, src: address })
  expect(video(address)?.id).toBeUndefined()
})

test.each(['mp4', 'M4V', 'webm', 'mov', 'ogv'])('a file that ends in .%s is played', (type) => {
  const address = `https://films.example/a b.${type}?token=1`
  const src = address.replace(' ', '%20')
  expect(video(address)).toMatchObject({ kind: 'file', src, host: 'https://films.example' })
})
