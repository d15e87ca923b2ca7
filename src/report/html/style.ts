/**
 * The report's one style sheet. Verdict and series colours follow Okabe and Ito's palette, darkened or lightened until
 * text in them reaches a contrast of 4.5 to 1 on its ground.
 */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f7f8;--ink:#17191c;--soft:#50565e;--line:#d5d9de;--link:#0059a3;
--pass:#00593f;--pass-ground:#e0f3ec;--fail:#8f3200;--fail-ground:#fde9dc;--none:#4d535b;--none-ground:#eceef0;
--s1:#0072b2;--s2:#d55e00;--s3:#009e73;--s4:#b0568a;--s5:#a97400;--s6:#2b8fc9;--s7:#17191c}
@media(prefers-color-scheme:dark){:root{--ground:#14171a;--raised:#1d2125;--ink:#e8eaed;--soft:#a9b1ba;--line:#3a4149;
--link:#7cc0f5;--pass:#6fdcb6;--pass-ground:#0f2f26;--fail:#ffa877;--fail-ground:#3d1f0e;--none:#bcc3ca;--none-ground:#2a2f35;
--s1:#56b4e9;--s2:#f0803c;--s3:#2fc79b;--s4:#dc93bf;--s5:#e6ac2e;--s6:#9ad4f5;--s7:#e8eaed}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:74rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.375rem;line-height:1.25;margin:3rem 0 .75rem;padding-top:.75rem;border-top:2px solid var(--line)}
#verdicts h2{margin-top:1rem}
h3{font-size:1.0625rem;line-height:1.3;margin:0 0 .375rem}
h4{font-size:.9375rem;line-height:1.3;margin:1rem 0 .25rem}
p{margin:0 0 .625rem;max-width:70ch}
a{color:var(--link)}
:target{outline:3px solid var(--s5);outline-offset:3px}
code{font:.875em ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace}
.soft{color:var(--soft)}
.small{font-size:.8125rem;line-height:1.45}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.125rem;list-style:none;margin:.75rem 0 1rem;padding:0;font-size:.875rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.8125rem;padding-bottom:.375rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .625rem;border-bottom:1px solid var(--line)}
thead th{border-bottom:2px solid var(--line)}
.scroll{overflow-x:auto;max-width:100%}
.numbers{font-size:.8125rem}
.numbers th,.numbers td{padding:.25rem .5rem;overflow-wrap:normal}
.numbers .n{text-align:right;white-space:nowrap}
.numbers thead th{vertical-align:bottom}
.numbers thead .n{white-space:normal}
.numbers tbody th{min-width:9rem}
.chip{display:inline-block;justify-self:start;align-self:start;border:1px solid currentColor;border-radius:1rem;padding:0 .625rem;font-size:.8125rem;font-weight:650;line-height:1.5rem;white-space:nowrap}
.pass{color:var(--pass);background:var(--pass-ground)}
.fail{color:var(--fail);background:var(--fail-ground)}
.not-probed{color:var(--none);background:var(--none-ground);border-style:dashed}
.note{font-size:.8125rem;color:var(--soft);border:1px dashed var(--line);border-radius:.25rem;padding:0 .25rem}
.finding>div::first-letter{text-transform:uppercase}
.finding{display:grid;gap:.25rem .75rem}
.figure{text-decoration:underline dotted 1px;text-underline-offset:.2em;text-decoration-color:var(--soft)}
.refs{font-size:.8125rem;color:var(--soft)}
.keys{margin:.75rem 0 0}
.refs{display:inline-block}
.refs a{display:inline-block;padding:0 .25rem;text-decoration:none;white-space:nowrap;min-width:1.5rem;text-align:center}
.refs a:hover,.refs a:focus{text-decoration:underline}
.of{display:none}
.verdicts{table-layout:fixed}
.verdicts thead th{vertical-align:bottom}
.verdicts .item{width:19%}
.verdicts tbody th{font-weight:650}
.profile{display:block;font-size:1.125rem}
.grid{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr))}
.reading{border:1px solid var(--line);border-radius:.5rem;padding:1rem;background:var(--raised)}
.reading dt{font-size:.8125rem;font-weight:650;text-transform:uppercase;letter-spacing:.04em;margin-top:.875rem}
.reading dd{margin:.125rem 0 0}
.reading .large{font-size:1.3125rem;line-height:1.35;border-left:.3125rem solid currentColor;padding:.25rem 0 .25rem .75rem;margin-top:.25rem}
.reading .nothing{color:var(--none)}
.reading .may{color:var(--pass)}
.reading .must-not{color:var(--fail)}
.panel{margin:0 0 2.5rem}
.panel figure{margin:0 0 1rem}
.panel figcaption{font-weight:650;margin-bottom:.375rem}
.plot{margin-bottom:.5rem}
.plot svg{display:block;width:100%;height:auto;overflow:visible}
.plot text{white-space:pre}
.plot .p-narrow{display:none}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.5rem 0;padding:0;font-size:.8125rem}
.legend li{display:flex;align-items:center;gap:.375rem}
.legend svg,.legend b{flex:none}
details{margin:.375rem 0}
summary{cursor:pointer;padding:.25rem 0}
.card>summary{padding:.5rem 0;border-bottom:1px solid var(--line)}
.card[open]{margin-bottom:2rem}
.owner{white-space:nowrap}
.owner-model{color:var(--pass)}
.owner-scaffold,.owner-environment{color:var(--fail)}
.evidence{list-style:none;margin:0;padding:0}
.evidence>li{display:grid;grid-template-columns:2.5rem 1fr;gap:.25rem;padding:.625rem .5rem;border-bottom:1px solid var(--line);break-inside:avoid}
.evidence p{margin:.125rem 0;max-width:none}
.number{font-weight:650}
.badge{display:inline-block;border:1px solid var(--line);border-radius:.25rem;padding:0 .375rem;font-size:.75rem;line-height:1.25rem;color:var(--soft);white-space:nowrap}
.badge.executed{color:var(--ink);border-color:currentColor}
.sheet{display:grid;grid-template-columns:minmax(7rem,14rem) 1fr;gap:.25rem 1rem;margin:0 0 1rem}
.sheet dt{font-weight:650}
.sheet dd{margin:0}
footer{margin-top:3rem;padding-bottom:2rem;color:var(--soft);font-size:.8125rem}
@media screen and (max-width:43.75rem){
.plot .p-wide{display:none}
.plot .p-narrow{display:block;max-width:30rem}
.verdicts,.verdicts tbody,.verdicts tr,.verdicts th,.verdicts td{display:block;width:auto}
.verdicts thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.verdicts .item{width:auto}
.verdicts tr{padding:.625rem 0;border-bottom:2px solid var(--line)}
.verdicts th,.verdicts td{border:0;padding:.1875rem 0}
.of{display:inline;font-size:.75rem;color:var(--soft);margin-left:.25rem}
.owners th,.owners td{padding:.25rem .125rem}
.owner .mark{display:block}
.sheet{grid-template-columns:1fr;gap:0}
.sheet dd{margin-bottom:.5rem}
}
@media screen and (min-width:43.76rem){
main,header,footer{padding-left:1.5rem;padding-right:1.5rem}
h1{font-size:2.125rem}
}
@media screen and (min-width:68rem){
.finding{grid-template-columns:7.5rem 1fr}
.panel:not(.stacked){display:grid;grid-template-columns:19rem minmax(0,1fr);gap:0 2rem}
.panel:not(.stacked)>.about{position:sticky;top:1rem;align-self:start}
}
@media print{
:root{color-scheme:light;--ground:#fff;--raised:#fff;--ink:#000;--soft:#444;--line:#bbb;--link:#000;--pass:#00593f;--pass-ground:#fff;
--fail:#8f3200;--fail-ground:#fff;--none:#444;--none-ground:#fff;--s1:#0072b2;--s2:#d55e00;--s3:#009e73;--s4:#b0568a;--s5:#a97400;--s6:#2b8fc9;--s7:#000}
body{font-size:9pt}
.numbers{font-size:7pt}
.numbers th,.numbers td{padding:.125rem .25rem}
.numbers .n{white-space:normal}
.chip,.small,.note,.refs,.legend{font-size:7.5pt}
.reading .large{font-size:11pt}
h2{margin-top:1.25rem}
.panel{margin-bottom:1rem}
nav{display:none}
main,header,footer{max-width:none;padding-left:0;padding-right:0}
h2,h3,h4,summary,figcaption,caption,.legend{break-after:avoid}
tr,.plot,.reading{break-inside:avoid}
.scroll{overflow:visible}
.panel:not(.stacked){display:block}
.panel>.about{break-after:avoid;break-inside:avoid}
.panel:not(.stacked)>.about{position:static}
details::details-content{content-visibility:visible;block-size:auto}
}
`;
