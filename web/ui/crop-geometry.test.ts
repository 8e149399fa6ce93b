import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampView,
  frameIn,
  moveView,
  rotateView,
  startView,
  viewMatrix,
  zoomView,
} from './crop-geometry.ts'

const stage = { width: 520, height: 260 }

test('a frame has whole pixels and exactly its aspect ratio, on any stage', () => {
  const side = fc.integer({ min: 100, max: 2000 })
  fc.assert(
    fc.property(side, side, fc.constantFrom(1, 2.5, 3), (width, height, ratio) => {
      const frame = frameIn({ width, height }, ratio)
      expect(Number.isInteger(frame.width) && Number.isInteger(frame.height)).toBe(true)
      expect(frame.width / frame.height).toBe(ratio)
      expect(frame.width < width && frame.height < height).toBe(true)
    }),
  )
})

const size = fc.record({
  width: fc.integer({ min: 100, max: 12_000 }),
  height: fc.integer({ min: 100, max: 12_000 }),
})
const anyView = fc.record({
  zoom: fc.integer({ min: 50, max: 300 }),
  rotation: fc.integer({ min: -180, max: 180 }),
  x: fc.double({ min: -5, max: 5, noNaN: true }),
  y: fc.double({ min: -5, max: 5, noNaN: true }),
})

test('an image that can fill the frame does, and a smaller one stays inside it', () => {
  fc.assert(
    fc.property(size, anyView, fc.constantFrom(1, 2.5, 3), (picture, view, ratio) => {
      const frame = frameIn(stage, ratio)
      const [a, b, c, d, e, f] = viewMatrix(clampView(view, picture, frame), {
        picture,
        frame,
        stage,
      })
      const scale = Math.hypot(a, b)
      const middle = {
        x: stage.width / 2 - (e + picture.width / 2),
        y: stage.height / 2 - (f + picture.height / 2),
      }
      // The frame's corners in the image's coordinates, from its center.
      const corners = [-1, 1].flatMap((h) =>
        [-1, 1].map((v) => {
          const x = middle.x + (h * frame.width) / 2
          const y = middle.y + (v * frame.height) / 2
          return { x: (x * a + y * b) / scale, y: (x * c + y * d) / scale }
        }),
      )
      for (const side of ['x', 'y'] as const) {
        const half = ((side === 'x' ? picture.width : picture.height) * scale) / 2
        const places = corners.map((corner) => corner[side])
        const reach = (Math.max(...places) - Math.min(...places)) / 2
        const farthest = Math.max(...places.map(Math.abs))
        if (half >= reach) expect(farthest).toBeLessThanOrEqual(half + 1e-6)
        else expect(farthest - reach).toBeLessThanOrEqual(reach - half + 1e-6)
      }
    }),
  )
})

test('at 100 percent the image just fills the frame', () => {
  const frame = frameIn(stage, 1)
  const [scale] = viewMatrix(startView, { picture: { width: 800, height: 400 }, frame, stage })
  expect(scale * 400).toBeCloseTo(frame.height)
})

test('zoom and rotation stay in range, and are reversible', () => {
  expect(zoomView(startView, 900).zoom).toBe(300)
  expect(zoomView(startView, 5).zoom).toBe(50)
  expect(rotateView(startView, -200).rotation).toBe(-180)
  const view = moveView(startView, { width: 200, height: 100 }, { x: 30, y: -10 })
  expect(view).toMatchObject({ x: 0.3, y: -0.1 })
  const there = rotateView(zoomView(view, 200, { x: 1, y: 1 }), 45)
  const back = zoomView(rotateView(there, 0), 100, { x: 1, y: 1 })
  expect(back.x).toBeCloseTo(0.3)
  expect(back.y).toBeCloseTo(-0.1)
})
