# %% [markdown]
# # From images to a verdict
#
# Ten cells on the sample images of Debian's package `opencv-doc`: 13 images of a chessboard with 9 x 6 inner corners,
# whose squares are taken to be 30 mm wide. Open this file as a notebook (editors know the cells by their `# %%`), or run
# it: `python3 docs/tutorial.py`. It writes its figures and the report to the folder where it is run.

# %% 1. The images
import glob

import matplotlib.pyplot as plt

import fiducia

images = sorted(glob.glob("/usr/share/doc/opencv-doc/examples/data/left[01][0-9].jpg"))
print(f"fiducia {fiducia.__version__}, {len(images)} images")

# %% 2. Find the corners
# Arrays are taken in the place of file names too. What was found in a file is remembered: a second run is faster.
observations = fiducia.detect(images, "chessboard:9x6:0.03")
print(observations)
ids, pixels, weights = observations.corners("left01.jpg")  # views of what the library holds, not copies
print(f"left01.jpg: {len(ids)} corners, the first at {pixels[0].round(2)} px")

# %% 3. Calibrate, and ask how far the result can be trusted
# The model and the board's shape are those with which the camera is expected to be least wrong. In a notebook, put
# `result` on the last line of a cell to see the report's first screen.
result = fiducia.assess(observations, tolerance=1.0)
print(result)

# %% 4. The verdict in numbers
print(f"{result.judgement}: {result.reason}")
print(f"off by {result.total_px:.3f} px RMS over the image, with 95% confidence by less than {result.bound95_px:.3f} px")
print(f"next: {result.next}")
for cause in result.causes:
    print(f"cause: {cause['words']}, costs {cause['costs_px']:.2f} px")

# %% 5. Where in the image is the camera uncertain?
result.plot_trust().figure.savefig("trust.png")

# %% 6. What do the residuals look like?
result.plot_residuals().figure.savefig("residuals.png")

# %% 7. The lens and the poses
result.plot_distortion().figure.savefig("distortion.png")
result.plot_poses().figure.savefig("poses.png")

# %% 8. Which model, and what does another choice cost?
table = fiducia.select(observations, models=["radial2", "radial3", "opencv4", "opencv5"])
print(table)
flat = fiducia.assess(observations, model="opencv4", target_shape="planar")
print(fiducia.compare(result, flat))

# %% 9. Use it
map_x, map_y, K = result.camera.undistortion_maps(crop=True)  # for cv2.remap
try:
    import cv2

    straight = cv2.remap(cv2.imread(images[0]), map_x, map_y, cv2.INTER_LINEAR)
    cv2.imwrite("undistorted.png", straight)
except ImportError:
    print("cv2 is not installed: no undistorted image")
print(result.camera.project([[0.1, 0.05, 1.0]]), "px is where a point 1 m before the camera is seen")

# %% 10. Keep it, gate on it, send it
result.save("calibration.json")  # for the program and for fiducia.read_camera()
result.camera.save("camera_info.yaml", "ros")
result.report("report.html", "The camera of OpenCV's samples")
unmet = result.unmet("verdict=usable", "trust.bound95_px<2")
print("meets what is required" if not unmet else f"does not meet: {unmet}")
plt.close("all")
