/** The icons of public pages and the app: inline SVG, drawn as strokes on a 24-unit grid. */
import { createElement, Fragment, type ReactElement } from 'react'

const shapes = {
  phone: [
    path(
      'M6.2 3.5h2.6l1.6 4.2-2 1.6a11.5 11.5 0 0 0 6.3 6.3l1.6-2 4.2 1.6v2.6a2.2 2.2 0 0 1-2.4 2.2A16.2 16.2 0 0 1 4 5.9a2.2 2.2 0 0 1 2.2-2.4Z',
    ),
  ],
  mail: [rect([3, 5, 18, 14], 2.5), path('m3.5 7.5 8.5 6 8.5-6')],
  share: [
    path('M12 15V3.5M8 7l4-3.8L16 7'),
    path('M6.5 11H6a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-.5'),
  ],
  exchange: [path('M4 8h16M17 5l3 3-3 3M20 16H4M7 13l-3 3 3 3')],
  chat: [
    path(
      'M20.5 11.5c0 4.1-3.8 7.5-8.5 7.5-1 0-2-.2-2.9-.4L4.5 20.5l1.1-3.6a7 7 0 0 1-2.1-5.4C3.5 7.4 7.3 4 12 4s8.5 3.4 8.5 7.5Z',
    ),
    path('M8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01', { strokeWidth: 2.4 }),
  ],
  qr: [
    rect([3.5, 3.5, 7, 7], 1.5),
    rect([13.5, 3.5, 7, 7], 1.5),
    rect([3.5, 13.5, 7, 7], 1.5),
    path('M13.5 13.5h3v3h-3zM20.5 13.5v3M17.5 20.5h3M13.5 20.5h.01'),
  ],
  'user-plus': [
    circle(10, 8, 4),
    path('M3 20.5c.6-4 3.4-6 7-6 1.6 0 3 .4 4.2 1.1M18 14v7M14.5 17.5h7'),
  ],
  pin: [path('M12 21.5s7-6.3 7-11.7a7 7 0 1 0-14 0c0 5.4 7 11.7 7 11.7Z'), circle(12, 9.8, 2.6)],
  globe: [
    circle(12, 12, 8.7),
    path(
      'M3.5 12h17M12 3.3c2.6 2.5 3.7 5.5 3.7 8.7s-1.1 6.2-3.7 8.7c-2.6-2.5-3.7-5.5-3.7-8.7s1.1-6.2 3.7-8.7Z',
    ),
  ],
  arrow: [path('M7 17 17 7M8.5 7H17v8.5')],
  reply: [path('M9.5 6 4 11.5 9.5 17'), path('M4 11.5h9.5a6.5 6.5 0 0 1 6.5 6.5v1')],
  filter: [path('M4 7h16M7 12h10M10 17h4')],
  back: [path('M19.5 12h-15M10.5 5.5 4 12l6.5 6.5')],
  play: [path('M8 5.2v13.6L19 12Z', { fill: 'currentColor' })],
  home: [path('M4 11 12 4l8 7v8a1.5 1.5 0 0 1-1.5 1.5H15V15h-6v5.5H5.5A1.5 1.5 0 0 1 4 19Z')],
  edit: [
    path('M4 20h4L19.5 8.5a2 2 0 0 0 0-2.8l-1.2-1.2a2 2 0 0 0-2.8 0L4 16Z'),
    path('m13.5 6.5 4 4'),
  ],
  chart: [
    path('M4 4v14.5A1.5 1.5 0 0 0 5.5 20H20'),
    path('M8 15.5v-4M12 15.5v-8M16 15.5v-5.5', { strokeWidth: 2.2 }),
  ],
  user: [circle(12, 8, 4), path('M4.5 20.5c.7-4 3.7-6 7.5-6s6.8 2 7.5 6')],
  users: [
    circle(9, 8.5, 3.5),
    path(
      'M2.5 19.5c.5-3.5 3-5.2 6.5-5.2s6 1.7 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.3 3.5 4.7',
    ),
  ],
  book: [
    path(
      'M12 6.5C10 5 7.5 4.5 3.5 4.5v14c4 0 6.5.5 8.5 2 2-1.5 4.5-2 8.5-2v-14c-4 0-6.5.5-8.5 2ZM12 6.5v14',
    ),
  ],
  'phone-device': [rect([6.5, 2.5, 11, 19], 2.5), path('M11 18.5h2')],
  trend: [path('M3.5 17 9 11l4 4 7.5-8.5M15.5 6.5h5v5')],
  logout: [
    path(
      'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
    ),
  ],
  panel: [rect([3.5, 4.5, 17, 15], 2.5), path('M9.5 4.5v15')],
  wallet: [rect([3.5, 6, 17, 13], 2.5), path('M3.5 10h17M15.5 14.5h2')],
  menu: [path('M4 7h16M4 12h16M4 17h16')],
  plus: [path('M12 5v14M5 12h14')],
  check: [path('m5 12.5 4.5 4.5L19 7.5')],
  'chevron-right': [path('m9 5.5 6.5 6.5L9 18.5')],
  'chevron-down': [path('m5.5 9 6.5 6.5L18.5 9')],
  copy: [
    rect([8.5, 8.5, 12, 12], 2.5),
    path('M5.5 15.5A2 2 0 0 1 3.5 13.5v-8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2'),
  ],
  trash: [
    path(
      'M4.5 6.5h15M9.5 6.5V4.7c0-.7.5-1.2 1.2-1.2h2.6c.7 0 1.2.5 1.2 1.2v1.8M6.5 6.5l.8 12.5a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12.5M10.3 10.5v6M13.7 10.5v6',
    ),
  ],
  eye: [
    path('M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z'),
    circle(12, 12, 3),
  ],
  click: [
    path('M9.5 9.5 20.5 13l-4.7 2.3L13.5 20Z'),
    path('M8 2.5v2.8M2.5 8h2.8M4 4l2 2M12 4l-2 2M4 12l2-2'),
  ],
  save: [path('M7 3.5h10a1.5 1.5 0 0 1 1.5 1.5v15.5L12 16l-6.5 4.5V5A1.5 1.5 0 0 1 7 3.5Z')],
  percent: [path('m18.5 5.5-13 13'), circle(7.5, 7.5, 2.5), circle(16.5, 16.5, 2.5)],
  download: [path('M12 4v11M8 11.5l4 4 4-4M4.5 19.5h15')],
  bolt: [path('M13 2.5 5 13.5h6l-1 8 8-11h-6Z')],
  camera: [
    path(
      'M4.5 8h3L9 5.5h6L16.5 8h3A1.5 1.5 0 0 1 21 9.5V18a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9.5A1.5 1.5 0 0 1 4.5 8Z',
    ),
    circle(12, 13.3, 3.5),
  ],
  palette: [
    path(
      'M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 1.6-2.2-.5-1.3.2-2.6 1.7-2.6h2.2c2 0 3-1.4 3-3.7 0-4.6-3.9-8.5-8.5-8.5Z',
    ),
    path('M8 11v.01M11 7.5v.01M15.5 8.5v.01', { strokeWidth: 2.6 }),
  ],
  image: [
    rect([3.5, 4.5, 17, 15], 2.5),
    circle(8.8, 9.8, 1.6),
    path('m4 17.5 5-4.5 3.5 3 3-2.5 4.5 4'),
  ],
  video: [rect([2.8, 6, 12.5, 12], 2.5), path('m15.3 11 5.9-3.5v9L15.3 13')],
  building: [
    path(
      'M5 20.5V5a1.5 1.5 0 0 1 1.5-1.5h7A1.5 1.5 0 0 1 15 5v15.5M15 10h3a1.5 1.5 0 0 1 1.5 1.5v9M3.5 20.5h17M8.5 8h3M8.5 12h3M8.5 16h3',
    ),
  ],
  badge: [
    rect([4, 6.5, 16, 14], 2.5),
    path('M10 6.5V4h4v2.5'),
    circle(12, 12, 2.2),
    path('M8.5 17.5c.5-1.6 1.8-2.4 3.5-2.4s3 .8 3.5 2.4'),
  ],
  text: [path('M5 6h14M5 10.5h14M5 15h9')],
  grip: [path('M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01', { strokeWidth: 2.6 })],
  search: [circle(10.8, 10.8, 6.3), path('m15.5 15.5 5 5')],
  info: [circle(12, 12, 8.7), path('M12 11v5.5M12 7.8v.01', { strokeWidth: 2 })],
  warn: [path('M12 4 2.8 19.5h18.4Z'), path('M12 10v4.5M12 17v.01', { strokeWidth: 2 })],
  alert: [circle(12, 12, 8.7), path('M12 7.3v5.7M12 16.3v.01', { strokeWidth: 2 })],
  ok: [circle(12, 12, 8.7), path('m8.2 12.3 2.7 2.7 5-5.5')],
  close: [path('m6 6 12 12M18 6 6 18')],
  desktop: [
    path(
      'M5 4.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM9 20.5h6M12 16.5v4',
    ),
  ],
  tablet: [
    path(
      'M7 3h10a2.5 2.5 0 0 1 2.5 2.5v13A2.5 2.5 0 0 1 17 21H7a2.5 2.5 0 0 1-2.5-2.5v-13A2.5 2.5 0 0 1 7 3ZM11 17.8h2',
    ),
  ],
  link: [
    path(
      'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1',
    ),
  ],
  map: [path('m9 4.5-5.5 2v13l5.5-2 6 2 5.5-2v-13l-5.5 2ZM9 4.5v13M15 6.5v13')],
  dots: [path('M12 6v.01M12 12v.01M12 18v.01', { strokeWidth: 2.8 })],
  upload: [path('M12 15.5V4.5M8 8l4-4 4 4M4.5 19.5h15')],
  sparkle: [
    path('M12 3.5c.8 4.7 3.3 7.2 8 8-4.7.8-7.2 3.3-8 8-.8-4.7-3.3-7.2-8-8 4.7-.8 7.2-3.3 8-8Z'),
  ],
  gmail: [rect([3, 5, 18, 14], 2.5), path('M7 19V9.5l5 4 5-4V19')],
  'chevron-left': [path('m15 5.5-6.5 6.5 6.5 6.5')],
  refresh: [path('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15')],
  undo: [path('M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4')],
  redo: [path('M19.5 9.5h-10a5 5 0 0 0 0 10H15M15.5 5.5l4 4-4 4')],
  calendar: [
    path(
      'M6 5h12a2.5 2.5 0 0 1 2.5 2.5V18a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 18V7.5A2.5 2.5 0 0 1 6 5ZM3.5 10h17M8 2.8V7M16 2.8V7',
    ),
  ],
  'eye-off': [
    path(
      'M9.9 5.7A9.3 9.3 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.3 7.2A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1',
    ),
    path('m4 4 16 16'),
  ],
  lock: [rect([5, 10.5, 14, 10], 2.5), path('M8 10.5V7.5a4 4 0 0 1 8 0v3')],
  key: [
    path('M12.5 8.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0m-1 3 8.5 8.5m-3-3 2.5-2.5m-5.5-.5 2-2'),
  ],
  pulse: [path('M3 12h4l3-7 4 14 3-7h4')],
  inbox: [
    path(
      'M4 13.5 6.5 5h11l2.5 8.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18Zh4.5l1.2 2.5h4.6l1.2-2.5H20',
    ),
  ],
}

export type IconName = keyof typeof shapes

/** An icon in the color of the text. Hidden from assistive technology, because the text beside it is its label. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  icons[name] ??= []
  icons[name][size] ??= renderIcon(name, size)
  return icons[name][size]
}

// Elements by name and size. React skips an element that is identical to the previous one.
const icons: Partial<Record<IconName, ReactElement[]>> = {}

function renderIcon(name: IconName, size: number): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {createElement(Fragment, null, ...shapes[name])}
    </svg>
  )
}

function path(d: string, style?: { fill?: string; strokeWidth?: number }) {
  return <path d={d} {...style} />
}

function circle(cx: number, cy: number, r: number) {
  return <circle cx={cx} cy={cy} r={r} />
}

function rect([x, y, width, height]: [number, number, number, number], rx: number) {
  return <rect x={x} y={y} width={width} height={height} rx={rx} />
}
