/** Sticky Save Contact bar, shown while the main actions are out of view. */

const [actions, dock] = document.querySelectorAll<HTMLElement>('.bc-act,.bc-dock')

if (actions && dock)
  new IntersectionObserver(([seen]) => {
    dock.hidden = !!seen?.isIntersecting
  }).observe(actions)
