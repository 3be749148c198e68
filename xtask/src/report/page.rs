//! The page in HTML. It has its style and its script in it and asks for nothing else.

use super::sections::{Part, Section};
use crate::svg::escape;
use crate::table::{Align, Table};
use std::fmt::Write;

/// The page.
pub fn render(sections: &[Section]) -> String {
    let (mut links, mut body) = (String::new(), String::new());
    for (index, Section { title, text, command, parts }) in sections.iter().enumerate() {
        let (id, title, text) = (format!("s{index}"), escape(title), escape(text));
        write_to(&mut links, format_args!("<a href=\"#{id}\">{title}</a>"));
        write_to(&mut body, format_args!("<section id=\"{id}\">\n<h2>{title}</h2>\n<p>{text}</p>"));
        let command = escape(command);
        if parts.is_empty() {
            let nothing = format_args!(
                "<p class=\"nothing\">No results. They are made by <code>{command}</code>.</p>"
            );
            write_to(&mut body, nothing);
        }
        parts.iter().for_each(|part| write_part(&mut body, part));
        body.push_str("</section>\n");
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Bartizan: results</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n</head>\n<body>\n\
         <header>\n<h1>Bartizan: results</h1>\n<p>Made by <code>cargo xtask report</code>. \
         Tables are sorted by their headings.</p>\n<nav>\n{links}</nav>\n</header>\n<main>\n{body}</main>\n\
         <script>\n{}</script>\n</body>\n</html>\n",
        include_str!("page.css"),
        include_str!("page.js"),
    )
}

fn write_to(html: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(html, "{text}").expect("a String takes any text");
}

fn write_part(html: &mut String, part: &Part) {
    match part {
        Part::Heading(text) => write_to(html, format_args!("<h3>{}</h3>", escape(text))),
        Part::Text(text) => write_to(html, format_args!("<p class=\"note\">{}</p>", escape(text))),
        Part::Source(text) => {
            write_to(html, format_args!("<p class=\"source\">{}</p>", escape(text)));
        }
        Part::Table(table) => write_table(html, table),
        Part::Chart(svg) => {
            write_to(html, format_args!("<div class=\"chart\" tabindex=\"0\">{svg}</div>"))
        }
        Part::Folded(name, parts) => {
            write_to(html, format_args!("<details><summary>{}</summary>", escape(name)));
            parts.iter().for_each(|part| write_part(html, part));
            html.push_str("</details>\n");
        }
    }
}

/// A table that scrolls by itself where it is too wide.
fn write_table(html: &mut String, table: &Table) {
    let class = |align| if align == Align::Right { " class=\"number\"" } else { "" };
    html.push_str("<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>");
    for (heading, align) in table.columns() {
        html.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(*align), escape(heading)));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in table.rows() {
        html.push_str("<tr>");
        for (column, (cell, (_, align))) in row.iter().zip(table.columns()).enumerate() {
            // The first cell may be long and breaks.
            let (open, close) = if column == 0 { ("<span>", "</span>") } else { ("", "") };
            let cell = escape(cell);
            html.push_str(&format!("<td{}>{open}{cell}{close}</td>", class(*align)));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
}
