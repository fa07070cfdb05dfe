# The headers for users, relative to src/fiducia; a test compiles each of them alone. They are installed with those that they
# include (InstallHeaders.cmake finds these). Every other header is private.

set(fiducia_core_headers
    core/error.h
    core/pose.h
    core/progress.h
    core/random.h
    camera/camera.h
    camera/custom_model.h
    camera/model.h
    camera/registry.h
    camera/rig.h
    data/observations.h
    data/pair_frames.h
    data/rig_observations.h
    data/target.h
    solve/calibrate.h
    solve/calibrate_rig.h
    solve/loss.h
    solve/target_shape.h
    evaluate/bias_ratio.h
    evaluate/covariance.h
    evaluate/evaluation.h
    evaluate/mapping_difference.h
    evaluate/mapping_error.h
    evaluate/select.h
    assess/assess.h
    assess/rig_assessment.h
    guide/guide.h
    guide/running_calibration.h
    simulate/render.h
    simulate/simulate.h
    simulate/simulate_rig.h)

set(fiducia_io_headers
    io/calibration_json.h
    io/formats/camera_file.h
    io/formats/file_pupil.h
    io/formats/rig_files.h
    io/observations_json.h
    io/read_observations.h
    report/report.h)

set(fiducia_vision_headers
    detect/detect.h)
