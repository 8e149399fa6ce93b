/** Custom CSS snippets; each is complete and passes the sanitizer unchanged. */
import { t } from '../../../messages/t.ts'

export const snippets = [
  {
    name: t('Colors'),
    css: `/* Theme colors */
.bc-page {
  --c-accent: #0f766e;
  --c-ic: #0f766e;
  --c-ring: #0f766e;
}`,
  },
  {
    name: t('Rounded corners'),
    css: `/* Rounded corners */
.bc-page {
  --c-r: 24px;
  --c-rb: 999px;
  --c-rc: 50%;
}`,
  },
  {
    name: t('Cover'),
    css: `/* A two-color cover when there is no photo */
.bc-page {
  --c-cover: linear-gradient(135deg, #0f766e, #1e3a8a);
}`,
  },
  {
    name: t('Name'),
    css: `/* The name in wide capitals */
.bc-name {
  letter-spacing: 0.08em;
  text-transform: uppercase;
}`,
  },
  {
    name: t('Fade-in'),
    css: `/* The photo fades in, unless the visitor prefers reduced motion */
@keyframes own-entrance {
  from {
    opacity: 0;
    transform: scale(0.9);
  }
}
@media (prefers-reduced-motion: no-preference) {
  .bc-ava {
    animation: own-entrance 0.6s ease-out;
  }
}`,
  },
]
