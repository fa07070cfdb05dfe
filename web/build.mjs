// Bundles the page into one file, dist/page.html, with a mark where the data go.
import { build } from 'esbuild';
import { mkdir, readFile, writeFile } from 'node:fs/promises';

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  return outputFiles[0].text;
};
// "</script" inside the bundle would end the page's script.
const script = (await bundle('src/main.ts')).replaceAll('</script', '<\\/script');
const style = await bundle('src/style/style.css');
const page = (await readFile('src/page.html', 'utf8')).replace('/*STYLE*/', () => style).replace('/*SCRIPT*/', () => script);
await mkdir('dist', { recursive: true });
await writeFile('dist/page.html', page);
console.log(`dist/page.html: ${(page.length / 1024).toFixed(0)} kB`);
