/** How each demo person looks. */
import type { Look } from './portraits.ts'

export const looks = {
  ada: {
    backdrop: ['#dcd8cf', '#b4aea2'],
    skin: '#e6b795',
    hair: { style: 'bun', color: '#3b2a20' },
    clothes: { style: 'roll', color: '#2a2926', second: '#2a2926' },
    earrings: '#c9a45c',
  },
  kai: {
    backdrop: ['#3b1378', '#c2187a'],
    skin: '#e2ae88',
    hair: { style: 'quiff', color: '#17141d' },
    clothes: { style: 'hoodie', color: '#241a45', second: '#f6f2ff' },
  },
  amara: {
    backdrop: ['#dfeccb', '#8fbb7b'],
    skin: '#8a5638',
    hair: { style: 'afro', color: '#1f1410' },
    clothes: { style: 'beads', color: '#c9683c', second: '#f4d58d' },
    earrings: '#f4d58d',
  },
  alice: {
    backdrop: ['#c9dcfb', '#86abec'],
    skin: '#f0c6a8',
    hair: { style: 'bob', color: '#a8522c' },
    clothes: { style: 'blazer', color: '#1b4a9c', second: '#ffffff' },
    glasses: '#12203c',
  },
  ben: {
    backdrop: ['#d5f1ec', '#82cdc0'],
    skin: '#a96d46',
    hair: { style: 'crop', color: '#1c1512' },
    clothes: { style: 'coat', color: '#eef7f5', second: '#2f8f84' },
    beard: 'stubble',
  },
  camille: {
    backdrop: ['#fbe1da', '#e2a6b2'],
    skin: '#f3ceb6',
    hair: { style: 'long', color: '#8a3f2b' },
    clothes: { style: 'wide', color: '#5a1f38', second: '#7a2f4d' },
    earrings: '#c79a5b',
    lips: '#b03a4e',
  },
  james: {
    backdrop: ['#cfd8e4', '#8fa2bb'],
    skin: '#ebc0a2',
    hair: { style: 'silver', color: '#9aa1aa' },
    clothes: { style: 'suit', color: '#14253f', second: '#7c2331' },
  },
  zuri: {
    backdrop: ['#ff9fd2', '#ff6a3d'],
    skin: '#6f4129',
    hair: { style: 'wrap', color: '#ffd60a' },
    clothes: { style: 'crew', color: '#1a2fe0', second: '#ffffff' },
    earrings: '#ffffff',
  },
  devon: {
    backdrop: ['#1a3a33', '#0a1518'],
    skin: '#cf9a72',
    hair: { style: 'side', color: '#231a15' },
    clothes: { style: 'crew', color: '#1d2a30', second: '#46e3a0' },
    beard: 'full',
    glasses: '#46e3a0',
  },
  alex: {
    backdrop: ['#ffdf9e', '#f0952f'],
    skin: '#c98f66',
    hair: { style: 'curls', color: '#3a2417' },
    clothes: { style: 'shirt', color: '#f7f1e6', second: '#b45309' },
  },
  haruka: {
    backdrop: ['#eef0dd', '#b7c59a'],
    skin: '#f1cfae',
    hair: { style: 'ponytail', color: '#1d1718' },
    clothes: { style: 'apron', color: '#e9e2d3', second: '#4f6b52' },
  },
  leyla: {
    backdrop: ['#ffe0bd', '#d98a4a'],
    skin: '#dba682',
    hair: { style: 'hijab', color: '#7d3b2c' },
    clothes: { style: 'wide', color: '#6a2f24', second: '#7d3b2c' },
    lips: '#b2524a',
  },
} satisfies Record<string, Look>
