/**
 * Pictures larger than their frame: zoomed by buttons, by + - 0, by the wheel with Ctrl, and by two
 * fingers.
 */

const [LEAST, MOST, STEP] = [0.2, 4, 1.25];

const zoomOf = (picture) => Number(picture.dataset.zoom ?? 1);

/** The zoom at which all of the picture is seen. */
function whole(frame, picture) {
  const height = Math.min(frame.clientHeight, window.innerHeight * 0.8);
  return Math.min(1, frame.clientWidth / picture.naturalWidth, height / picture.naturalHeight);
}

function draw(picture) {
  if (picture.dataset.zoom && picture.naturalWidth) {
    picture.style.width = `${picture.naturalWidth * zoomOf(picture)}px`;
  }
}

/** Shows the picture at this zoom; what is at (x, y) of the frame stays there. */
function zoomTo(frame, zoom, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const picture = frame.querySelector("img");
  if (!picture?.naturalWidth) return;
  const [before, after] = [zoomOf(picture), Math.min(MOST, Math.max(LEAST, zoom))];
  const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
  picture.dataset.zoom = after;
  draw(picture);
  frame.scrollTo(left * after - x, top * after - y);
}

function act(frame, what) {
  const picture = frame.querySelector("img");
  if (!picture) return;
  zoomTo(
    frame,
    { in: zoomOf(picture) * STEP, out: zoomOf(picture) / STEP, whole: whole(frame, picture) }[what],
  );
}

/** Lets frames within this element be zoomed, now and when they are replaced. */
export function allowZoom(root) {
  const frameOf = (event) => event.target.closest?.(".bracket-frame");
  root.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-zoom]");
    if (button) {
      act(document.getElementById(button.getAttribute("aria-controls")), button.dataset.zoom);
    }
  });
  root.addEventListener("keydown", (event) => {
    const what = { "+": "in", "=": "in", "-": "out", 0: "whole" }[event.key];
    if (!what || !frameOf(event) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act(frameOf(event), what);
  });
  root.addEventListener(
    "wheel",
    (event) => {
      const frame = frameOf(event);
      if (!frame || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      zoomTo(
        frame,
        zoomOf(frame.querySelector("img")) * Math.exp(-event.deltaY / 300),
        event.clientX - left,
        event.clientY - top,
      );
    },
    { passive: false },
  );
  root.addEventListener(
    "touchmove",
    (event) => {
      const frame = frameOf(event);
      if (!frame || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const { left, top } = frame.getBoundingClientRect();
      const middle = [
        (one.clientX + other.clientX) / 2 - left,
        (one.clientY + other.clientY) / 2 - top,
      ];
      if (fingers) zoomTo(frame, (zoomOf(frame.querySelector("img")) * apart) / fingers, ...middle);
      fingers = apart;
    },
    { passive: false },
  );
  for (const type of ["touchstart", "touchend", "touchcancel"]) {
    root.addEventListener(type, () => (fingers = 0), { passive: true });
  }
}

let fingers = 0; // how far two fingers are apart

/** Keeps the old picture, as it is scrolled and zoomed, until the new one has come. */
export function keepPicture(oldFrame, newFrame) {
  const [picture, fresh] = [oldFrame.querySelector("img"), newFrame.querySelector("img")];
  if (!picture || !fresh) return;
  const { src } = fresh;
  fresh.replaceWith(picture);
  if (picture.src === src) return;
  picture.dataset.next = src;
  const next = new Image();
  next.addEventListener("load", () => {
    if (picture.dataset.next !== src) return;
    picture.addEventListener("load", () => draw(picture), { once: true });
    picture.src = src;
  });
  next.src = src;
}
